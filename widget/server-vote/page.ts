import { Language, type Vocabulary } from '../shared/language.ts';
import { loadLanguageFile } from '../shared/language-files.ts';
import { madeOnce } from '../shared/made-once.ts';
import { ENGLISH, type Messages } from '../shared/messages.ts';
import { OwnVotes } from '../shared/own-votes.ts';
import { type Selector, Site } from '../shared/site.ts';
import { Ticker } from '../shared/ticker.ts';
import { Ballot, type Polls } from './ballot.ts';

/** What all elements of one page share: one timer, one request for what is asked together, one ballot for each server. */
export class Page implements Polls, Vocabulary<Messages> {
  readonly ticker = new Ticker();
  readonly english = new Language('en', ENGLISH);
  readonly load = loadLanguageFile;
  readonly languages = new Map<string, Promise<Language>>();
  readonly #sites = new Map<string, Site>();
  readonly #ballots = new Map<string, Ballot>();
  readonly ownVotes = new OwnVotes((vote) => {
    for (const ballot of this.#ballots.values()) ballot.hear(vote);
  });

  constructor() {
    // Timers rest while a page is hidden, asleep, or kept for the back button.
    document.addEventListener('visibilitychange', () => this.#wake());
    addEventListener('pageshow', () => this.#wake());
    addEventListener('online', () => {
      for (const ballot of this.#ballots.values()) ballot.resume();
    });
  }

  ballot(endpoint: string, selector: Selector): Ballot {
    const site = madeOnce(this.#sites, endpoint, () => new Site(endpoint));
    return madeOnce(this.#ballots, `${endpoint} ${selector}`, () => new Ballot(site, selector, this));
  }

  #wake(): void {
    if (document.hidden) return;
    this.ticker.run();
    for (const ballot of this.#ballots.values()) ballot.lookAgain();
  }
}

let page: Page | undefined;

/** The page's shared state. Made when the first element is on the page, so that importing this does nothing. */
export function thePage(): Page {
  page ??= new Page();
  return page;
}
