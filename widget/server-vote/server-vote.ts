import type { TemplateResult } from 'lit/html.js';
import { AttributeElement } from '../shared/attribute-element.ts';
import type { Refusal } from '../shared/client.ts';
import { LanguageChoice } from '../shared/language-choice.ts';
import { readUsername, toUsername } from '../shared/username.ts';
import { VERSION } from '../shared/version.ts';
import { Announcer } from './announcer.ts';
import { faceOf } from './face.ts';
import { NameQuestion } from './name-question.ts';
import { thePage } from './page.ts';
import { Seat } from './seat.ts';
import { ATTRIBUTES } from './server-vote.attributes.ts';
import {
  VoteBeforeEvent,
  VoteCastEvent,
  VoteErrorEvent,
  type VoteFacts,
  VoteReadyEvent,
  VoteRefusedEvent,
  VoteStateChangeEvent,
} from './server-vote.events.ts';
import type { VoteStatus } from './server-vote.state.ts';
import { styles } from './server-vote.styles.ts';
import { renderVote, speak, type View } from './server-vote.template.ts';

const UNSET: Refusal = { status: 0, detail: 'Needs server, and site or endpoint.' };

/**
 * A button to vote for a game server, with a live countdown until the visitor may vote again.
 *
 * @summary Votes for a game server.
 * @element server-vote
 *
 * @attr {string} site - Id of the site, as in the snippet. Its service is the one that the script came from.
 * @attr {string} endpoint - Address of another proxy, such as `/server-vote`; takes the place of `site`.
 * @attr {string} server - Slug of the server.
 * @attr {string} server-id - Id of the server; comes before `server`.
 * @attr {string} server-name - Name of the server, where neither id nor slug is at hand.
 * @attr {string} lang - Language; by default that of the closest `lang`, else the browser's.
 * @attr {"auto"|"light"|"dark"} theme - `auto` follows the page's `color-scheme`.
 * @attr {"medium"|"large"} size - How large it is.
 * @attr {"button"|"card"|"compact"} variant - How much it shows.
 * @attr {"clock"|"text"|"none"} countdown - How the time that is left is shown.
 * @attr {boolean} hide-count - Leaves the number of votes out.
 * @attr {"eager"|"lazy"} loading - `lazy` asks nothing until the element is nearly on the screen.
 * @attr {string} username - Name of the voter in the game, for rewards.
 * @attr {boolean} ask-username - Asks for the name before the first vote, and remembers it in this browser.
 *
 * @slot - A link that stays usable where script is blocked; shown also where the element is not set up.
 * @slot label - Takes the place of the word on the button while one may vote.
 * @slot icon - Takes the place of the arrow.
 *
 * @fires {VoteReadyEvent} server-vote-ready - It is known for the first time how things stand.
 * @fires {VoteBeforeEvent} server-vote-before - A vote is about to be sent; can be cancelled.
 * @fires {VoteCastEvent} server-vote-cast - A vote of this element was counted.
 * @fires {VoteRefusedEvent} server-vote-refused - A vote was not counted, and nothing is broken.
 * @fires {VoteErrorEvent} server-vote-error - Something is broken, or not set up.
 * @fires {VoteStateChangeEvent} server-vote-statechange - The state is another one.
 *
 * @csspart base - Around everything.
 * @csspart button - The button.
 * @csspart icon - The icon in the button.
 * @csspart label - First line of the button.
 * @csspart note - Second line of the button.
 * @csspart time - The time that is left.
 * @csspart count - The number of votes.
 * @csspart unit - The word after it, in the card.
 * @csspart bar - How far the wait has come.
 * @csspart head - Upper part of the card.
 * @csspart picture - Picture of the server, in the card.
 * @csspart name - Name of the server, in the card.
 * @csspart description - Description of the server, in the card.
 * @csspart notice - In place of the button where the element is not set up.
 * @csspart form - In place of the button while the name is asked for.
 * @csspart input - The field for the name.
 *
 * @cssstate checking - Nothing is known yet.
 * @cssstate ready - The visitor may vote.
 * @cssstate voting - A vote is on its way.
 * @cssstate voted - A vote was just counted.
 * @cssstate cooldown - This network has voted; `own` as well when this browser did.
 * @cssstate own - The vote that is waited for is of this browser.
 * @cssstate busy - The service asked for patience.
 * @cssstate offline - There is no connection.
 * @cssstate error - Something went wrong; a press tries again.
 * @cssstate misconfigured - The element is not set up.
 *
 * @cssproperty --server-vote-accent - The button that can be pressed.
 * @cssproperty --server-vote-accent-ink - Text on the accent; by default black or white, whichever reads better.
 * @cssproperty --server-vote-ink - Text.
 * @cssproperty --server-vote-muted - Text of less weight.
 * @cssproperty --server-vote-line - Edges.
 * @cssproperty --server-vote-face - Background.
 * @cssproperty --server-vote-raised - Background of what rests.
 * @cssproperty --server-vote-ok - A counted vote.
 * @cssproperty --server-vote-warn - Something to wait for, or to try again.
 * @cssproperty --server-vote-bad - A name that cannot be taken.
 * @cssproperty --server-vote-radius - Rounding of corners.
 * @cssproperty --server-vote-font - Font family.
 */
export class ServerVoteElement extends AttributeElement implements VoteFacts {
  /** Version of the widget. */
  static readonly version = VERSION;
  static readonly observedAttributes = ATTRIBUTES;

  readonly #language = new LanguageChoice(this, thePage);
  readonly #announcer = new Announcer();
  readonly #question = new NameQuestion(this, () => void this.vote());
  readonly #seat = new Seat(this, () => this.#show());
  #resolveReady: (() => void) | undefined;
  #state: VoteStatus = 'checking';

  /** Resolves when it is known for the first time how things stand. */
  readonly ready = new Promise<void>((resolve) => {
    this.#resolveReady = resolve;
  });

  constructor() {
    super(styles, true);
  }

  /** How voting stands. */
  get state(): VoteStatus {
    return this.#state;
  }

  /** May the visitor vote now? */
  get canVote(): boolean {
    return this.#state === 'ready';
  }

  /** When the visitor may vote again; `null` when there is nothing to wait for. */
  get nextVoteAt(): Date | null {
    const ms = this.#seat.ballot?.nextVoteAtMs;
    return ms ? new Date(ms) : null;
  }

  /** All votes of the server; `null` until they are known. */
  get votes(): number | null {
    return this.#seat.ballot?.votes ?? null;
  }

  disconnectedCallback(): void {
    this.#seat.leave();
  }

  /**
   * Votes, as a press on the button does: asks for the name first where it has to.
   * @returns whether the vote was counted. Where the service asks for patience, the vote follows by itself.
   */
  async vote(): Promise<boolean> {
    const ballot = this.#seat.ballot;
    if (!ballot?.takesVote()) return false;
    const asks = this.hasAttribute('ask-username');
    const username = toUsername(this.getAttribute('username') ?? '') || (asks && readUsername()) || undefined;
    if (asks && !username) {
      this.#question.ask();
      return false;
    }
    if (!this.dispatchEvent(new VoteBeforeEvent(this, { username }))) return false;
    return new Promise((resolve) => {
      const report = (problem: Refusal | null) => {
        if (!problem) this.dispatchEvent(new VoteCastEvent(this, { username }));
        else if (ballot.status === 'cooldown' || ballot.status === 'busy')
          this.dispatchEvent(new VoteRefusedEvent(this, { code: problem.code }));
        resolve(!problem);
      };
      if (!ballot.vote({ username, report })) resolve(false);
    });
  }

  /** Asks the service how things stand. */
  async refresh(): Promise<void> {
    this.requestUpdate();
    await this.#seat.ballot?.check();
  }

  protected override prepare(): void {
    this.#language.choose();
    this.#seat.take();
  }

  protected override update(): void {
    this.#announcer.hear(this.#state, () => speak(this.#view()));
    super.update();
    this.#question.moveFocus();
  }

  protected override view(): TemplateResult {
    return renderVote(this.#view());
  }

  #view(): View {
    const known = this.#language.language;
    const language = known ?? thePage().english;
    const { ballot } = this.#seat;
    // Nothing is said before it can be said in one language.
    const state = known ? this.#state : 'checking';
    return {
      ballot: known && ballot,
      state,
      language,
      face: faceOf(state, ballot, language.messages),
      look: this,
      heard: this.#announcer.text,
      question: this.#question,
      press: this.#press,
    };
  }

  readonly #press = (): void => void this.vote();

  /** The ballot has changed: shows it, and tells the page what is new. */
  #show(): void {
    this.requestUpdate();
    const previous = this.#state;
    const state = this.#seat.ballot?.status ?? 'misconfigured';
    const { states } = this;
    states.clear();
    states.add(state);
    if (this.#seat.ballot?.isOwn) states.add('own');
    if (state === previous) return;
    this.#state = state;
    this.dispatchEvent(new VoteStateChangeEvent(this, { state, previous }));
    if (state === 'error' || state === 'misconfigured') this.#complain();
    if (!this.#resolveReady) return;
    this.#resolveReady();
    this.#resolveReady = undefined;
    this.dispatchEvent(new VoteReadyEvent(this));
  }

  #complain(): void {
    const { code, detail } = this.#seat.ballot?.problem ?? UNSET;
    // biome-ignore lint/suspicious/noConsole: whoever sets the element up looks there.
    if (this.#state === 'misconfigured') console.warn('<server-vote>', code, detail);
    this.dispatchEvent(new VoteErrorEvent(this, { code, detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'server-vote': ServerVoteElement;
  }
}
