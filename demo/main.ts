import './styles/tokens.css';
import './styles/page.css';
import './styles/vote.css';
import './styles/server-card.css';
import './styles/resource-card.css';
import './styles/developers.css';
import { activateCopyButtons } from './copy-buttons.ts';
import { element } from './element.ts';
import { type DemoResource, type DemoResources, type DemoServer, type DemoSite, readJson } from './page-data.ts';
import { createResourceCard } from './resource-card.ts';
import { type CardContext, createHeroCard, createServerRow } from './server-card.ts';
import { createAnnouncer } from './vote/announcer.ts';
import { createOwnVotes } from './vote/own-votes.ts';
import { createServerClock } from './vote/server-clock.ts';
import { createSiteClient } from './vote/site-client.ts';
import { Voting } from './vote/voting.ts';

const SECOND_MS = 1000;
/** Votes of others show without a reload, at a twentieth of what one visitor may ask. */
const LIVE_MS = 10_000;
const FIRST_RESOURCES = 6;

for (const code of document.querySelectorAll('.origin')) code.textContent = location.origin;
activateCopyButtons(document);
void fill('hero-place', showServers);
void fill('resources', showResources);

async function showServers(): Promise<void> {
  const { site, servers, cooldownMs } = await readJson<DemoSite>('/demo/site.json');
  const clock = createServerClock(() => performance.now(), Date.now());
  const voting = new Voting({
    slugs: servers.map(({ slug }) => slug),
    client: createSiteClient(site),
    clock,
    ownVotes: createOwnVotes(site),
    random: Math.random,
    isOnline: () => navigator.onLine,
  });
  const context = { voting, clock, cooldownMs, announce: createAnnouncer(place('announcements')) };
  placeServers(servers, context);
  keepCurrent(voting);
  await voting.refresh();
}

function placeServers([first, ...others]: readonly DemoServer[], context: CardContext): void {
  if (first === undefined) throw new Error('The demo account has no servers.');
  place('hero-place').replaceChildren(createHeroCard(first, context));
  place('servers').replaceChildren(...others.map((server) => createServerRow(server, context)));
}

function keepCurrent(voting: Voting): void {
  const refreshIfSeen = () => {
    if (document.visibilityState === 'visible') void voting.refresh();
  };
  setInterval(() => voting.tick(), SECOND_MS);
  setInterval(refreshIfSeen, LIVE_MS);
  // A machine that slept, a page that came back from the history, a vote in another tab.
  document.addEventListener('visibilitychange', refreshIfSeen);
  window.addEventListener('pageshow', (event) => event.persisted && refreshIfSeen());
  window.addEventListener('storage', refreshIfSeen);
  window.addEventListener('online', () => voting.resume());
}

async function showResources(): Promise<void> {
  const { resources } = await readJson<DemoResources>('/demo/resources.json');
  const cards = [...resources].sort(byInterest).map((resource) => createResourceCard(resource, Date.now()));
  const list = place('resources');
  list.replaceChildren(...cards.slice(0, FIRST_RESOURCES));
  const more = place('more-resources');
  more.hidden = cards.length <= FIRST_RESOURCES;
  more.textContent = `Show all ${cards.length}`;
  more.addEventListener('click', () => {
    more.hidden = true;
    list.append(...cards.slice(FIRST_RESOURCES));
    const next = cards[FIRST_RESOURCES];
    next?.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
  });
}

/** What is featured comes first, then what changed last. */
function byInterest(a: DemoResource, b: DemoResource): number {
  return Number(b.featured) - Number(a.featured) || b.updatedAt.localeCompare(a.updatedAt);
}

/** Fills a part of the page, or says on it that it could not. */
async function fill(id: string, show: () => Promise<void>): Promise<void> {
  try {
    await show();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    place(id).replaceChildren(
      element(
        'p',
        { class: 'failed', role: 'alert' },
        `This part could not be loaded. ${reason} Reload the page to try again.`,
      ),
    );
  }
}

function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element #${id}.`);
  return found;
}
