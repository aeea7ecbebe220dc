/** Width of one character after the other, in hundredths of the font size, two digits to the base of 36 each. */
interface Measured {
  readonly from: number;
  readonly widths: string;
}

/**
 * Measured in Chromium with DejaVu Sans, whose letters are as wide as those of Verdana. Source: `measureText` at 100 px,
 * for Latin, Greek and Cyrillic, punctuation and currencies.
 */
const MEASURED: readonly Measured[] = [
  {
    from: 0x20,
    widths:
      '0w141a2c1s2n260r13131e2c0w100w0y1s1s1s1s1s1s1s1s1s1s0y0y2c2c2c1h2s1w1x1y251r1m25230t0t1u1k2e23271o271x1r' +
      '1p211w2r1x1p1x130y132c1e1e1p1r1j1r1q0z1r1r0s0s1m0s2p1r1p1r1r151g131r1n2a1n1n1g1s0y1s2c1o1o1o1o1o1o1o1o1o' +
      '1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o1o0w141s1s1s1s0y1e1e2s1b1p2c002s1e1e2c14141e1s1s0w1e141b1p' +
      '2p2p2p1h1w1w1w1w1w1w2p1y1r1r1r1r0t0t0t0t252327272727272c27212121211p1o1r1p1p1p1p1p1p2q1j1q1q1q1q0s0s0s0s' +
      '1p1r1p1p1p1p1p2c1p1r1r1r1r1n1r1n1w1p1w1p1w1p1y1j1y1j1y1j1y1j251r251r1r1q1r1q1r1q1r1q1r1q251r251r251r251r' +
      '231r2k1x0t0s0t0s0t0s0t0s0t0s1n1k0t0s1u1m1m1k0s1k0s1k121k0y1k0s231r231r231r29231r271p271p271p2z2u1x151x15' +
      '1x151r1g1r1g1r1g1r1g1p131p131p13211r211r211r211r211r211r2r2a1p1n1p1x1g1x1g1x1g0z1r211x1r1x1r1y1y1j252a1x' +
      '1r1p1r271p1m0z251x2q0z0t231m0s1n2p231r272j1p2n241t1r1x1r1g1r0y131p131p2e1r242022211x1g1v1v1m1g1s1v1m1f1r' +
      '0t1d1a0u3y3m372c271a2l2k281w1p0t0s271p211r211r211r211r211r1q1w1p1w1p2p2q251r251r1u1m271p271p1v1m0s3y3m37' +
      '251r331w231r1w1p2p2q271p1w1p1w1p1r1q1r1q0t0s0t0s271p271p1x151x15211r211r1r1g1p131r1g231r222c1y1p1x1g1w1p' +
      '1r1q271p271p271p271p1p1n1b2c1c0s2s2s1w1y1j1k1p1g1g1o1c1x211w1r1q0t0s261r1x151p1n',
  },
  {
    from: 0x370,
    widths:
      '1t1l2e1t0s0s231t1o1o1e1j1j1j0y0t1o1o1o1o1e1e1x0w232f151o291o2a2b0y1w1x1k1w1r1x23270t1u1w2e231r27231o1o1r' +
      '1p1p271x27240t1p1u1i1r0y1m1u1s1n1p1i1i1r1p0y1n1n1s1k1k1p1o1r1n1r1o1m1u1m1u2c0y1m1p1m2c1u1p1q1y2c1y1u2c1u' +
      '271p1t1n1m1a1u1u2f1r2l2c241u271p1x1p251r1y1p1p1i1u1r1j0s271q1q1o1r1y2e1t1r1y1y1y1r1r271p1y1r0t0t0t312w27' +
      '1z231p231w1x1x1p261r301s23231z232e2327231o1y1p1p2e1x261x2z312b2g1x1y301x1p1q1n1h1x1q2i1h1t1t1o1s231t1p1t' +
      '1r1j1m1n2d1n1w1n2k2m1z271n1j2c1o1q1q1r1h1j1g0s0s0s2i2i1t1o1t1n1t2l2c251v2m232g26382s271p2v2a1s1i2e2g271p' +
      '261v261v2r2i2n243a2v2l2c1y1j1e00000000001616251w1x1n1o1r1p1h1v1n1q1h302i1s1h1z1o1z1o1z1o2e2b231u2t2g302k' +
      '2g1x1y1j1p1m1p1n1p1n1x1n2l291x1n1x1n1x1r2m212m210t302i1u1o261v231u261w1x1n2h250s1w1p1w1p2p2q1r1q271q271q' +
      '302i1s1h1v1m231t231t271p271p271p1y1j1p1n1p1n1p1n1x1n1p1h2g271v1n1x1n1x1n1x1n2t2i2p2f1w1n2z2o332p251u251z' +
      '1p1i231s392r2h2e2v2r271r2r2a1z1o302j302j271w1o1o1o1o1o1o1o1o1o1o',
  },
  {
    from: 0x2010,
    widths:
      '10101s1e2s2s1e1e0w0w0w0w1g1g1g1g1e1e1n1n0x1v2s0w000000000000000k3q4u0n111g0n111g0y14142c1d1h1e28280p2s1e' + '0h',
  },
  { from: 0x20a0, widths: '2g1s1s1s1s2p1s3j2z2r261s1s1s1s3j1s1s1s1s251s1o1o1s1s1s1o1o1s1o1o' },
];

/** Scripts with widths of their own, by what their words measure for a character. */
const SCRIPTS: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}\p{Cc}]/u, 0],
  [
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u,
    1,
  ],
  [/\p{Script=Arabic}/u, 0.48],
  [/\p{Script=Hebrew}/u, 0.52],
  [/\p{Script=Armenian}/u, 0.67],
  [/\p{Script=Georgian}/u, 0.59],
  [/\p{Script=Latin}/u, 0.64],
];
/** Symbols, and scripts that were not measured, most of which are narrower. */
const OTHER = 0.8;
/** Pictures of a colour font, which are a little wider than high. */
const EMOJI = 1.3;
const IS_EMOJI = /\p{RI}|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Width of a text in the fonts of a badge, in the unit of the font size. */
export function measureText(text: string, fontSize: number): number {
  let width = 0;
  for (const part of partsOf(text)) width += widthOfPart(part);
  return width * fontSize;
}

/** As much of a text as has room, with an ellipsis where something is left out. */
export function fitText(text: string, fontSize: number, room: number): string {
  if (measureText(text, fontSize) <= room) return text;
  let left = room - measureText('…', fontSize);
  let kept = '';
  for (const part of partsOf(text)) {
    left -= widthOfPart(part) * fontSize;
    if (left < 0) break;
    kept += part;
  }
  return `${kept.trimEnd()}…`;
}

/** What a reader takes for one character. */
function* partsOf(text: string): Iterable<string> {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/** A family of several people is one picture. */
function widthOfPart(part: string): number {
  if (IS_EMOJI.test(part)) return EMOJI;
  let width = 0;
  for (const character of part) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  for (const { from, widths } of MEASURED) {
    const digits = widths.slice((code - from) * 2, (code - from) * 2 + 2);
    if (code >= from && digits !== '') return Number.parseInt(digits, 36) / 100;
  }
  return SCRIPTS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER;
}
