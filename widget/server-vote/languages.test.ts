import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';
import type { ServedRefusal } from '../testing/take-network.ts';
import type { VoteStatus } from './server-vote.state.ts';
import type { ServerVoteElement } from './server-vote.ts';

const FILES = import.meta.glob('../languages/*.ts');
const LANGUAGES = ['en', ...Object.keys(FILES).map((path) => path.replace(/.*\/|\.ts/g, ''))];
const LOOKS = ['button', 'compact', 'card'].flatMap((variant) =>
  ['medium', 'large'].flatMap((size) => ['clock', 'text'].map((countdown) => ({ variant, size, countdown }))),
);
const REFUSALS: Readonly<Partial<Record<VoteStatus, ServedRefusal>>> = {
  busy: { status: 503, body: { code: 'store_unavailable', retryAfter: 59 } },
  error: { status: 500, body: { code: 'internal_error' } },
};

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
  // Seconds less than twelve hours take more room than these.
  site.waitMs = 43_190_000;
});
afterEach(() => {
  site.stop();
  document.body.replaceChildren();
});

/** One element of each look, of a server of its own. */
async function putAll(lang: string, waitMs: number): Promise<ServerVoteElement[]> {
  const elements = LOOKS.map((look) => {
    const element = document.createElement('server-vote');
    const server = `server-${crypto.randomUUID()}`;
    site.servers.set(server, { votes: 1_284_567, waitMs });
    for (const [name, value] of Object.entries({ lang, endpoint: site.endpoint, server, ...look }))
      element.setAttribute(name, value);
    return element;
  });
  document.body.replaceChildren(...elements);
  await Promise.all(elements.map((element) => element.ready));
  return elements;
}

const otherTab = new BroadcastChannel('server-vote');

function voteInAnotherTab(element: ServerVoteElement): void {
  otherTab.postMessage([`id-of-${element.getAttribute('server')}`, Date.now() + site.waitMs, 1_284_568]);
}

/** Texts of an element that reach out of the box that they stand in, by more than a pixel. */
function textsOutside(element: ServerVoteElement): string[] {
  const root = element.shadowRoot!;
  const box = root.querySelector('.box')!.getBoundingClientRect();
  return [...root.querySelectorAll('.box :is(.label, .note > *, .count)')].flatMap((text) => {
    if (!text.checkVisibility() || getComputedStyle(text).clipPath !== 'none') return [];
    const { left, right, top, bottom, width } = text.getBoundingClientRect();
    const most = Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom);
    return width > 0 && most > 1 ? [`${text.className} ${text.textContent}: ${most.toFixed(1)}`] : [];
  });
}

const STAGES: readonly (readonly [VoteStatus, waitMs: number, act: (element: ServerVoteElement) => void])[] = [
  ['ready', 0, () => undefined],
  ['voted', 0, (element) => void element.vote()],
  ['cooldown', 43_190_000, () => undefined],
  ['cooldown', 0, voteInAnotherTab],
  ['busy', 0, (element) => void element.refresh()],
  ['error', 0, (element) => void element.refresh()],
  ['misconfigured', 0, (element) => element.setAttribute('server', '')],
];

test.each(LANGUAGES)('all in %s stays inside, at one height, in every variant, size and state', async (lang) => {
  const heights = new Map<string, number>();
  for (const [state, waitMs, act] of STAGES) {
    const elements = await putAll(lang, waitMs);
    // All of them ask in one request.
    if (state in REFUSALS) site.refusals.push(REFUSALS[state]!);
    for (const element of elements) act(element);
    await vi.waitFor(() => {
      expect(new Set(elements.map((element) => element.state))).toEqual(new Set([state]));
      const spoken = elements.map(({ shadowRoot }) => shadowRoot!.querySelector('.base')!.getAttribute('lang'));
      expect(new Set(spoken)).toEqual(new Set([lang]));
    });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const [index, element] of elements.entries()) {
      const look = Object.values(LOOKS[index]!).join(' ');
      const { height } = element.getBoundingClientRect();
      if (!heights.has(look)) heights.set(look, height);
      expect.soft(textsOutside(element), `${look}, ${state}`).toEqual([]);
      expect.soft(height, `${look}, ${state}`).toBe(heights.get(look));
    }
  }
});
