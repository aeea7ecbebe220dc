import type { BadgeStyle } from '../../contract/badge.ts';
import { fitText, measureText } from './text-width.ts';

/** What a badge says. */
export interface Badge {
  readonly style: BadgeStyle;
  readonly label: string;
  readonly message: string;
  /** What is read out in place of the picture. */
  readonly title: string;
  /** Does the label stand to the right of the message? */
  readonly isRightToLeft: boolean;
  /** Is there a problem in place of a number? */
  readonly isFault: boolean;
}

interface Plate {
  readonly height: number;
  readonly fontSize: number;
  readonly pad: number;
  readonly radius: number;
}

interface Line {
  readonly text: string;
  readonly fontSize: number;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

/** The fonts that the widths were measured with, or as wide. */
const FONTS = "Verdana,Geneva,'DejaVu Sans',sans-serif";
const ACCENT = '#3b5bdb';
const DARK = '#414b5e';
const QUIET = '#5b6577';
const PLATES = {
  flat: { height: 20, fontSize: 11, pad: 7, radius: 4 },
  large: { height: 28, fontSize: 14, pad: 11, radius: 6 },
} as const;
/** Longer labels would push the number off the page. */
const LONGEST_EM = 36;
/** The size of the widget's button, and its measures. */
const BUTTON = { width: 288, height: 51, radius: 11.25, fontSize: 15, pad: 16, icon: 17 } as const;
const ARROW = 'M12 20V5m-6 6 6-6 6 6';
/** What bold letters measure of plain ones. */
const BOLD = 1.14;
/** From the middle of a line down to where its letters stand. */
const BASELINE = 0.36;
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A badge as SVG, which needs neither script nor any other file. */
export function renderBadge(badge: Badge): string {
  return badge.style === 'button' ? renderButton(badge) : renderPlates(badge, PLATES[badge.style]);
}

/** Width and height of a badge, in pixels. */
export function measureBadge(badge: Badge): readonly [width: number, height: number] {
  if (badge.style === 'button') return [BUTTON.width, BUTTON.height];
  const plate = PLATES[badge.style];
  const [label, message] = [shownLabel(badge, plate), badge.message].map((text) => plateWidth(text, plate));
  return [(label ?? 0) + (message ?? 0), plate.height];
}

function plateWidth(text: string, { fontSize, pad }: Plate): number {
  return Math.ceil(measureText(text, fontSize)) + 2 * pad;
}

function shownLabel({ label }: Badge, { fontSize }: Plate): string {
  return fitText(label, fontSize, LONGEST_EM * fontSize);
}

/** Two plates side by side, as wide as their texts. */
function renderPlates(badge: Badge, plate: Plate): string {
  const { height, fontSize, radius } = plate;
  const own = { text: shownLabel(badge, plate), fill: DARK };
  const count = { text: badge.message, fill: badge.isFault ? QUIET : ACCENT };
  let x = 0;
  const parts = (badge.isRightToLeft ? [count, own] : [own, count]).map(({ text, fill }) => {
    const width = plateWidth(text, plate);
    const middle = x + width / 2;
    const line = renderLine({ text, fontSize, x: middle, y: height / 2, anchor: 'middle' });
    const part = `<path fill="${fill}" d="M${x} 0h${width}v${height}h-${width}z"/>${line}`;
    x += width;
    return part;
  });
  const clip = `<clipPath id="c"><rect width="${x}" height="${height}" rx="${radius}"/></clipPath>`;
  return wrap(badge, [x, height], `${clip}<g clip-path="url(#c)">${parts.join('')}</g>`);
}

/** A picture of the button that people vote with. */
function renderButton(badge: Badge): string {
  const { width, height, radius, fontSize, pad, icon } = BUTTON;
  const y = height / 2;
  const countWidth = measureText(badge.message, fontSize);
  const words = pad + icon + 10;
  const room = width - words - countWidth - 3 * pad;
  const flip = badge.isRightToLeft ? (x: number) => width - x : (x: number) => x;
  const [start, end] = badge.isRightToLeft ? (['end', 'start'] as const) : (['start', 'end'] as const);
  const label = fitText(badge.label, fontSize * BOLD, room);
  const divider = flip(width - pad - countWidth - pad + 2);
  const iconAt = badge.isRightToLeft ? width - pad - icon : pad;
  return wrap(
    badge,
    [width, height],
    [
      `<rect width="${width}" height="${height}" rx="${radius}" fill="${badge.isFault ? QUIET : ACCENT}"/>`,
      `<svg x="${iconAt}" y="${y - icon / 2}" width="${icon}" height="${icon}" viewBox="0 0 24 24"><path d="${ARROW}" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
      renderLine({ text: label, fontSize, x: flip(words), y, anchor: start, isBold: true }),
      `<path d="M${round(divider)} ${y - 9}v18" stroke="#fff" stroke-opacity=".4"/>`,
      renderLine({ text: badge.message, fontSize, x: flip(width - pad), y, anchor: end }),
    ].join(''),
  );
}

/** A text of exactly the measured width, whichever font the reader has: the glyphs are stretched, so that joined letters stay joined. */
function renderLine({ text, fontSize, x, y, anchor, isBold = false }: Line): string {
  const width = round(measureText(text, fontSize) * (isBold ? BOLD : 1));
  const weight = isBold ? ' font-weight="bold"' : '';
  return `<text x="${round(x)}" y="${round(y + fontSize * BASELINE)}" font-size="${fontSize}" text-anchor="${anchor}"${weight} textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

function wrap(badge: Badge, [width, height]: readonly [width: number, height: number], inside: string): string {
  const title = escapeXml(badge.title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><title>${title}</title><g fill="#fff" font-family="${FONTS}" text-rendering="geometricPrecision" aria-hidden="true">${inside}</g></svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Text for XML, also inside a quoted attribute. What XML cannot hold is shown as a replacement. */
function escapeXml(text: string): string {
  return text
    .replaceAll(NO_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
