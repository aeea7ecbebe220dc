import { randomUUID } from 'node:crypto';

/** Every text and address that has broken cards somewhere, as records that the service takes. */
const SCRIPT = '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>';
const OVERRIDE = '\u202egnp.exe\u2066\u202b never closed';
const ZALGO = `Z${'\u0301\u0327\u0489'.repeat(60)}algo`;
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
const ADDRESSES = [
  'javascript:globalThis.ran=1',
  'JaVaScRiPt:globalThis.ran=1',
  ' \tjavascript:globalThis.ran=1',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.ran=1"/>',
  'data:text/html,<script>globalThis.ran=1</script>',
  'blob:null/0',
  'ftp://example.com/a.png',
  'file:///etc/passwd',
  '//203.0.113.9/a.png',
  '/no-such-picture.png',
  '../../secret',
  'https://',
  '" onerror="globalThis.ran=1',
];

interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
  readonly verified: boolean;
}

function person(name: string, avatar = ''): Person {
  return { id: randomUUID(), username: name, displayName: name, avatar, verified: true };
}

/** The service takes no half of a surrogate pair. */
function shorten(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}

function hostile(own: object, index: number) {
  return {
    id: randomUUID(),
    title: 'Plain',
    slug: `hostile-${index}`,
    description: '',
    summary: 'A summary.',
    version: '1.0',
    filename: 'a.zip',
    filepath: 'a.zip',
    filesize: '1000',
    mimetype: 'application/zip',
    tags: ['tag'],
    coverImageUrl: '',
    downloads: 1,
    views: 0,
    likesCount: 1,
    commentsCount: 0,
    featured: false,
    user: person('mirelle'),
    team: null,
    game: { id: '0d0b4d0e-7f8a-4b0e-9a52-6a0e5f0c8e11', name: 'Hostile', slug: 'hostile', gameIcon: '' },
    category: null,
    images: [],
    createdAt: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...own,
  };
}

const TEXTS = [
  SCRIPT,
  '"><svg/onload=globalThis.ran=1>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is meant.
  '${globalThis.ran=1}{{constructor.constructor("globalThis.ran=1")()}}',
  '</article></div><style>*{display:none}</style>',
  'W'.repeat(10_000),
  'word '.repeat(2000),
  `\u05ea\u05e8\u05d2\u05d5\u05dd \u05e2\u05d1\u05e8\u05d9 / English ${OVERRIDE}`,
  OVERRIDE,
  ZALGO,
  FAMILY.repeat(80),
  '\u4e07\u6237\u51fa\u54c1'.repeat(90),
  'a\u200b\u200c\u200d\ufeff\u00ad'.repeat(50),
  'line\nline\r\n\tline\u2028line\u2029line',
  ' ',
  '.',
];

/** Records of one game, `hostile`. */
export const HOSTILE_RESOURCES = [
  ...TEXTS.map((text) => ({
    title: text,
    summary: text,
    version: text,
    tags: Array.from({ length: 200 }, () => shorten(text, 400)),
    user: person(shorten(text, 3000), shorten(text, 400)),
    team: { id: randomUUID(), name: text, avatar: shorten(text, 400), isVerified: true },
    category: { id: randomUUID(), name: text, slug: 'any' },
  })),
  ...TEXTS.map((text) => ({ summary: '', description: text })),
  ...ADDRESSES.map((address) => ({ coverImageUrl: address, user: person('mirelle', address) })),
  { downloads: Number.MAX_SAFE_INTEGER, likesCount: Number.MAX_SAFE_INTEGER, filesize: '9'.repeat(300) },
  { filesize: '-1' },
  { filesize: 'NaN' },
  { createdAt: '0001-01-01', updatedAt: '9999-12-31T23:59:59.999Z' },
  { createdAt: '', updatedAt: '' },
  { user: null, tags: [], title: '', summary: '', version: '', filesize: '' },
].map(hostile);
