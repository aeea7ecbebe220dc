import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as entry from './index.ts';
import { AttributeElement } from './shared/attribute-element.ts';

interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly privacy?: string;
  readonly type?: { readonly text: string };
}

/** The colours, which all elements share. */
const TOKENS = 'widget/shared/tokens.styles.ts';
/** What cards and lists are made of besides their own folders. */
const BASE = 'widget/resource-card/content-element.ts';
const MORE: Readonly<Record<string, string[]>> = {
  'resource-card': [BASE],
  'resource-list': [
    'widget/resource-card/card.template.ts',
    'widget/resource-card/card.styles.ts',
    'widget/resource-card/resource.events.ts',
    BASE,
  ],
};
/** The types whose members are the states of an element. */
const STATES: Readonly<Record<string, string[]>> = {
  'server-vote': ['VoteStatus'],
  'resource-card': ['AnswerStatus'],
  'resource-list': ['AnswerStatus', 'ContentStatus'],
};
const STATE_FILES = ['widget/server-vote/server-vote.state.ts', 'widget/shared/shared-answer.ts', BASE];
const LISTS = ['attributes', 'members', 'events', 'slots', 'cssParts', 'cssProperties', 'cssStates'] as const;

type Manifest = { readonly [list in (typeof LISTS)[number]]: Described[] } & {
  readonly name: string;
  readonly tagName: string;
  readonly description?: string;
  readonly summary?: string;
  /** Where its class is. */
  readonly path: string;
};

let manifests: Manifest[] = [];

beforeAll(() => {
  spawnSync('npm', ['run', '--silent', 'manifest'], { stdio: 'inherit' });
  const { modules } = JSON.parse(readFileSync('.verify/manifest/custom-elements.json', 'utf8'));
  manifests = modules.flatMap(({ path, declarations }: { path: string; declarations: object[] }) =>
    declarations.filter((declaration) => 'customElement' in declaration).map((found) => ({ ...found, path })),
  );
}, 60_000);

test('every element of the package is in the manifest', () => {
  const classes = Object.keys(entry).filter((name) => name.endsWith('Element'));
  expect(manifests.map(({ name }) => name).sort()).toEqual(classes.sort());
});

describe('for each element', () => {
  test('what a page can use is what is described, name by name', () => {
    for (const manifest of manifests) {
      const described = LISTS.map((list) => [list, namesIn(manifest, list)]);
      expect(Object.fromEntries(described), manifest.tagName).toEqual(usable(manifest));
    }
  });

  test('everything that is described has words of its own, and a type where it has one', () => {
    for (const manifest of manifests) expect(undescribed(manifest)).toEqual([]);
  });

  test('the check above finds any one doc tag that is missing, and any one without words', () => {
    for (const manifest of manifests) {
      for (const list of LISTS) {
        for (const [index, { name }] of publicOnes(manifest, list).entries()) {
          const others = publicOnes(manifest, list).filter((_, other) => other !== index);
          const mute = { ...publicOnes(manifest, list)[index]!, description: '' };
          expect(namesIn({ ...manifest, [list]: others }, list)).not.toEqual(usable(manifest)[list]);
          expect(undescribed({ ...manifest, [list]: [...others, mute] })).toEqual([`${list} ${name}`]);
        }
      }
    }
  });
});

/** What the sources of an element let a page use. */
function usable({ name, path, tagName }: Manifest): Record<(typeof LISTS)[number], string[]> {
  const source = sourceOf(dirname(path), ...(MORE[tagName] ?? []));
  const found = (pattern: RegExp, text = source) =>
    [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
  const element: { prototype: object; observedAttributes: string[] } = Reflect.get(entry, name);
  const own = [
    ...prototypesOf(element.prototype).flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
    ...found(/^ {2}(?:static )?readonly (\w+)/gm, classesOf(path, tagName)),
  ];
  const hidden = [
    /^constructor$/,
    /Callback$/,
    /^observedAttributes$/,
    ...found(/protected (?:override |abstract |readonly )*(\w+)/g),
  ];
  return {
    attributes: [...element.observedAttributes].sort(),
    members: [
      ...new Set(own.filter((member) => !hidden.some((one) => one === member || RegExp(one).test(member)))),
    ].sort(),
    events: found(new RegExp(`'(${tagName}-[a-z]+)': \\w+(?:<\\w+>)?;`, 'g')),
    slots: found(/<slot(?: name="(\w+)")?/g),
    cssParts: found(/(?:part="|(?:text|renderPicture|labelled)\(\s*')([a-z]+)/g),
    cssProperties: tokensOf(source),
    cssStates: [...(STATES[tagName] ?? []).flatMap(literalsOf), ...found(/states\.add\('(\w+)'\)/g)].sort(),
  };
}

/** The classes of an element, from its own up to the one that knows attributes only. */
function prototypesOf(prototype: object): object[] {
  const above: object = Object.getPrototypeOf(prototype);
  return above === AttributeElement.prototype ? [prototype] : [prototype, ...prototypesOf(above)];
}

/** The text of the files of folders, or of files. */
function sourceOf(...paths: string[]): string {
  const files = paths.flatMap((path) =>
    path.endsWith('.ts') ? [path] : readdirSync(path).map((file) => join(path, file)),
  );
  return files
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
}

function classesOf(path: string, tagName: string): string {
  return sourceOf(path, ...(MORE[tagName] ? [BASE] : []));
}

/** The public properties behind the names that the sheets use, and those that stand for themselves. */
function tokensOf(source: string): string[] {
  const tokens = readFileSync(TOKENS, 'utf8');
  const isUsed = (own: string | undefined) => own === undefined || `${source}${tokens}`.includes(`var(--${own})`);
  return [...tokens.matchAll(/^ {2}(?:--([\w-]+): )?.*?var\((--server-vote-[a-z-]+)/gm)]
    .filter(([, own]) => isUsed(own))
    .map(([, , name = '']) => name)
    .sort();
}

/** The members of a type that is a choice of texts. */
function literalsOf(type: string): string[] {
  const [, members = ''] = new RegExp(`(?:type|const) ${type}\\b([^;]*);`).exec(sourceOf(...STATE_FILES)) ?? [];
  return [...members.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
}

function namesIn(manifest: Manifest, list: (typeof LISTS)[number]): string[] {
  return publicOnes(manifest, list)
    .map(({ name }) => name ?? '')
    .sort();
}

function publicOnes(manifest: Manifest, list: (typeof LISTS)[number]): Described[] {
  const { [list]: found = [] } = manifest;
  return found.filter(({ name, privacy }) => (privacy ?? 'public') === 'public' && (list !== 'events' || name));
}

function undescribed(manifest: Manifest): string[] {
  return LISTS.flatMap((list) =>
    publicOnes(manifest, list)
      .filter(({ description, type }) => !description || (/attributes|events/.test(list) && !type))
      .map(({ name }) => `${list} ${name}`),
  );
}
