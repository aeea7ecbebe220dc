import { readFileSync } from 'node:fs';
import { compress, type PageFile, type PageServer } from './page-server.ts';
import { makePeerFiles } from './peer-files.ts';

export const COUNTS = [1, 50, 500] as const;
export type Count = (typeof COUNTS)[number];

/** A page that is visited. */
export interface Target {
  readonly url: string;
  /** Script that answers with what the page shows, and what that has to be. */
  readonly shown: string;
  readonly expected: RegExp;
}

/** An element that is measured. */
export interface Subject {
  readonly name: string;
  /** Script and sheet: as they are, and as they travel. */
  readonly bytes: { readonly plain: number; readonly brotli: number };
  /** By the number of elements on the page. */
  readonly pages: Readonly<Record<Count, Target>>;
  readonly isCountingDown: boolean;
}

export interface Hosted {
  /** Origin of the service. */
  readonly service: string;
  readonly site: string;
  /** Slugs of the servers that can be voted for, one an element. */
  readonly slugs: readonly string[];
}

interface Element extends Omit<Subject, 'pages'>, Omit<Target, 'url'> {
  /** What the page's head needs. */
  readonly head: string;
  element(index: number): string;
}

const TIME = '@github/relative-time-element';
export const APPLAUSE = 'applause-button';
const TWELVE_HOURS_MS = 43_200_000;

/** Puts our element and its peers on pages of the website. */
export async function makeSubjects(pages: PageServer, hosted: Hosted): Promise<Subject[]> {
  const elements = [ourElement(hosted), ...(await peerElements(pages))];
  return elements.map((element) => {
    const { name, bytes, isCountingDown, shown, expected } = element;
    const pageWith = (count: Count) => ({ url: pages.add(pageOf(element, count)), shown, expected });
    return { name, bytes, isCountingDown, pages: { 1: pageWith(1), 50: pageWith(50), 500: pageWith(500) } };
  });
}

/** The page of the website without any element. */
export function makeEmptyPage(pages: PageServer): Target {
  return {
    url: pages.add(pageOf({ name: 'empty', head: '', element: () => '' }, 1)),
    shown: 'document.title',
    expected: /./,
  };
}

function ourElement({ service, site, slugs }: Hosted): Element {
  return {
    name: 'server-vote',
    head: `<script type="module" src="${service}/widget/v1/server-vote.js"></script>`,
    bytes: bytesOf(readFileSync('dist/widget/server-vote.js', 'utf8')),
    // As docs/embedding.md has it.
    element: (index) => `<server-vote site="${site}" server="${slugs[index]}">
  <a href="${service}/s/${site}/${slugs[index]}"><img src="${service}/sites/${site}/badge/${slugs[index]}.svg?style=button" alt="Vote" width="288" height="51" loading="lazy"></a>
</server-vote>`,
    shown: `[...document.querySelectorAll('server-vote')].map((element) => element.state).join(' ')`,
    expected: /^(ready|cooldown)( \1)*$/,
    isCountingDown: true,
  };
}

async function peerElements(pages: PageServer): Promise<Element[]> {
  const files = await makePeerFiles();
  const end = new Date(Date.now() + TWELVE_HOURS_MS).toISOString();
  return [
    {
      name: TIME,
      head: moduleTag(pages.add(files.time)),
      bytes: bytesOf(files.time.text),
      element: () =>
        `<p><relative-time datetime="${end}" format="duration" format-style="narrow" precision="second">soon</relative-time></p>`,
      shown: `[...document.querySelectorAll('relative-time')].map((element) => element.shadowRoot.textContent).join(' ')`,
      expected: /^(1[12]h( \d+m)?( \d+s)? ?)+$/,
      isCountingDown: true,
    },
    {
      name: APPLAUSE,
      head: `<link rel="stylesheet" href="${pages.add(files.applauseStyles)}">${moduleTag(pages.add(files.applause))}`,
      bytes: bytesOf(files.applause.text, files.applauseStyles.text),
      element: (index) =>
        `<applause-button api="${pages.origin}" url="https://example.com/${index}" style="width: 58px; height: 90px"></applause-button>`,
      shown: `[...document.querySelectorAll('.clap-count')].map((element) => element.textContent).join(' ')`,
      expected: /^4,821( 4,821)*$/,
      isCountingDown: false,
    },
  ];
}

function pageOf({ name, head, element }: Pick<Element, 'name' | 'head' | 'element'>, count: number): PageFile {
  const body = Array.from({ length: count }, (_, index) => element(index)).join('\n');
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A website</title><link rel="icon" href="data:,">${head}</head><body><h1>A website</h1>\n${body}\n<p>The end.</p></body></html>`;
  return { path: `/${name.replaceAll(/\W/g, '-')}/${count}`, type: 'text/html', text };
}

function moduleTag(address: string): string {
  return `<script type="module" src="${address}"></script>`;
}

function bytesOf(...texts: readonly string[]): Subject['bytes'] {
  const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0);
  return {
    plain: sum(texts.map((text) => Buffer.byteLength(text))),
    brotli: sum(texts.map((text) => compress(text).length)),
  };
}
