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

const FOLDER = 'widget/server-vote';
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
  const files = readdirSync(FOLDER).filter((file) => !file.includes('.test.'));
  const source = files.map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('');
  return [...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}
