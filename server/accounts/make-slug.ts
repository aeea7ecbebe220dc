/** Slug and id are asked for in the same place, so the one must not look like the other. */
export const UUID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LENGTH = 80;

/**
 * A readable slug from a name: letters and digits of every script are kept in lower case and NFC, apostrophes are
 * dropped, everything else becomes one hyphen. A name without a letter or digit gives `server`.
 */
export function makeSlug(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’`´]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const slug = [...words].slice(0, MAX_LENGTH).join('');
  const trimmed = slug.replace(/^[-\p{M}]+/u, '').replace(/-+$/, '');
  if (trimmed === '') return 'server';
  return UUID_SHAPE.test(trimmed) ? `server-${trimmed}` : trimmed;
}
