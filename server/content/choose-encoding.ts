/** How the bytes of an answer are written. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The ones that are offered, the smallest bytes first. */
const OFFERED = ['br', 'gzip'] as const;

/**
 * The encoding that a client likes best; among equals the one that makes the smallest bytes. A client that refuses all of
 * them gets the plain bytes: RFC 9110 prefers those to a refusal.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoding = 'identity';
  // Plain bytes are always welcome where nothing is said of them, but less than what is named.
  let bestWeight = weights.get('identity') ?? 0;
  for (const encoding of OFFERED) {
    const weight = encoding === 'gzip' ? Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0) : weightOf(encoding);
    const isBetter = weight > bestWeight || (weight === bestWeight && weight > 0 && best === 'identity');
    if (!isBetter) continue;
    best = encoding;
    bestWeight = weight;
  }
  return best;
}

/** The codings of the header with their weights; what is not well-formed weighs nothing. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0);
  }
  return weights;
}
