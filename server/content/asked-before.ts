/** Places of texts that were asked for lately: 32 KiB. A text is forgotten when another one gets its place. */
const PLACES = 8_192;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Tells whether a text was asked for before, among the last some thousand, and notes that it is now. It keeps a hash of each, by
 * which one of half a million others is taken for it.
 */
export function createAskedBefore(): (text: string) => boolean {
  const hashes = new Uint32Array(PLACES);
  return (text) => {
    const hash = fnv1a(text);
    const place = hash % PLACES;
    const isKnown = hashes[place] === hash;
    hashes[place] = hash;
    return isKnown;
  };
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) over the units of UTF-16. */
function fnv1a(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}
