import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ServerVoteElement } from './index.ts';

interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly privacy?: string;
}

type Element = {
  readonly [list in
    | 'attributes'
    | 'events'
    | 'slots'
    | 'cssParts'
    | 'cssProperties'
    | 'cssStates'
    | 'members']: Described[];
};

const FOLDERS = ['widget/server-vote', 'widget/shared'];
let element: Element;

beforeAll(() => {
  spawnSync('npm', ['run', '--silent', 'manifest'], { stdio: 'inherit' });
  const { modules } = JSON.parse(readFileSync('.verify/manifest/custom-elements.json', 'utf8'));
  const declarations = modules.flatMap((module: { declarations: unknown[] }) => module.declarations);
  element = declarations.find((declaration: { customElement?: boolean }) => declaration.customElement);
}, 60_000);

test('everything that a page can use is described', () => {
  const lists = [
    element.attributes,
    element.events,
    element.slots,
    element.cssParts,
    element.cssProperties,
    element.cssStates,
  ];
  const members = element.members.filter(({ privacy }) => privacy === undefined || privacy === 'public');
  const undescribed = [...lists, members].flat().filter(({ name, description }) => name !== undefined && !description);
  expect(undescribed.map(({ name }) => name)).toEqual([]);
});

test('what is described is what there is', () => {
  expect(names(element.attributes)).toEqual([...ServerVoteElement.observedAttributes].sort());
  expect(names(element.cssParts)).toEqual(found(/(?:part="|text\(')([a-z]+)/g));
  expect(names(element.cssProperties)).toEqual(found(/var\((--server-vote-[a-z-]+)/g));
  expect(names(element.events.filter(({ name }) => name))).toEqual(
    found(/super\('([a-z]+)'/g).map((name) => `server-vote-${name}`),
  );
});

function names(list: readonly Described[]): string[] {
  return list.map(({ name }) => name ?? '').sort();
}

/** What the sources hold, each once. */
function found(pattern: RegExp): string[] {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const source = files.filter((file) => !file.includes('.test.')).map((file) => readFileSync(file, 'utf8'));
  return [...new Set([...source.join('').matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}
