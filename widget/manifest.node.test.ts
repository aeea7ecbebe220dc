import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as entry from './index.ts';

interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly privacy?: string;
  readonly type?: { readonly text: string };
}

/** The colours, which all elements share. */
const TOKENS = 'widget/shared/tokens.styles.ts';
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
  const folder = dirname(path);
  const files = readdirSync(folder).filter((file) => !file.includes('.test.'));
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  const found = (pattern: RegExp, text = source) =>
    [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
  const element: { prototype: object; observedAttributes: string[] } = Reflect.get(entry, name);
  const own = [
    ...Object.getOwnPropertyNames(element.prototype),
    ...found(/^ {2}(?:static )?readonly (\w+)/gm, readFileSync(path, 'utf8')),
  ];
  const hidden = [/^constructor$/, /Callback$/, /^observedAttributes$/, ...found(/protected override (\w+)/g)];
  return {
    attributes: [...element.observedAttributes].sort(),
    members: own.filter((member) => !hidden.some((one) => one === member || RegExp(one).test(member))).sort(),
    events: found(new RegExp(`'(${tagName}-[a-z]+)': \\w+Event;`, 'g')),
    slots: found(/<slot(?: name="(\w+)")?/g),
    cssParts: found(/(?:part="|text\(')([a-z]+)/g),
    cssProperties: found(/var\((--[a-z]+-[a-z]+-[a-z-]+)/g, source + readFileSync(TOKENS, 'utf8')),
    cssStates: [...found(/^ {2}\| '(\w+)'/gm), ...found(/states\.add\('(\w+)'\)/g)].sort(),
  };
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
