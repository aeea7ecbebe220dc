import { html, nothing, type TemplateResult } from 'lit/html.js';
import { AttributeElement } from '../shared/attribute-element.ts';
import type { Refusal } from '../shared/client.ts';
import { endpointOf } from '../shared/endpoint.ts';
import { LanguageChoice } from '../shared/language-choice.ts';
import { madeOnce } from '../shared/made-once.ts';
import { whenNear } from '../shared/nearness.ts';
import { type AnswerStatus, SharedAnswer } from '../shared/shared-answer.ts';
import { VERSION } from '../shared/version.ts';
import { type ResourceLanguage, theResources } from './page.ts';
import { ResourceErrorEvent, ResourceLoadEvent } from './resource.events.ts';

/** How a card or a list stands. `empty`: a list without resources. */
export type ContentStatus = AnswerStatus | 'empty';

/** What has words of its own, in the order of the messages. */
const NOTED: readonly ContentStatus[] = ['loading', 'missing', 'empty', 'error', 'offline', 'misconfigured'];
const FIRST_NOTE = 8;
const UNSET: Refusal = { status: 0, detail: 'Needs site or endpoint; a card also resource or resource-id.' };

/** An element that shows what one address of a site's content says. The address follows from its attributes. */
export abstract class ContentElement<Body> extends AttributeElement {
  /** Version of the widget. */
  static readonly version = VERSION;

  readonly #answers: Map<string, SharedAnswer<Body>>;
  readonly #words = new LanguageChoice(this, theResources);
  #state: ContentStatus = 'loading';
  #answer: SharedAnswer<Body> | undefined;
  #address: string | undefined;
  #stopWaiting: (() => void) | undefined;
  #resolveReady: (() => void) | undefined;
  /** Has the visitor pressed anything? What comes of it is told to screen readers then. */
  protected hasActed = false;

  /** Resolves when it is known for the first time what there is to show. */
  readonly ready = new Promise<void>((resolve) => {
    this.#resolveReady = resolve;
  });

  constructor(styles: string, answers: Map<string, SharedAnswer<Body>>) {
    super(styles);
    this.#answers = answers;
  }

  /** What follows `/v1/resources` in the address; nothing where the attributes do not say it. */
  protected abstract path(): string | undefined;
  /** The content, or its placeholder. */
  protected abstract renderContent(body: Body | null, language: ResourceLanguage): unknown;
  /** What a screen reader is told when there is what the visitor waited for. */
  protected abstract tell(language: ResourceLanguage): string;

  protected isEmpty(_body: Body): boolean {
    return false;
  }

  /** How it stands. */
  get state(): ContentStatus {
    return this.#state;
  }

  /** What the service said; `null` until it has, and where it has refused. */
  get content(): Body | null {
    return this.#answer?.body ?? null;
  }

  disconnectedCallback(): void {
    this.#leave();
  }

  /** Asks the service whether what is shown is still true. */
  async refresh(): Promise<void> {
    const asked = this.#answer?.ask('no-cache');
    this.requestUpdate();
    await asked;
  }

  protected override prepare(): void {
    this.#words.choose();
    this.#join();
  }

  protected override update(): void {
    const focused = this.shadowRoot?.activeElement;
    super.update();
    // What had the focus is gone: a keyboard goes on from what took its place.
    if (focused?.isConnected === false) this.shadowRoot?.querySelector<HTMLElement>('.base')?.focus();
  }

  protected override view(): TemplateResult {
    const { language = theResources().english } = this.#words;
    // Nothing is said before it can be said in one language.
    const state = this.#words.language ? this.#state : 'loading';
    const note = NOTED.indexOf(!this.content && this.#answer?.isAsking ? 'loading' : state);
    const words = language.messages[FIRST_NOTE + note] ?? '';
    const heard = note < 0 ? this.tell(language) : words;
    return html`<div part="base" class=${`base ${state} ${this.getAttribute('theme')}`} tabindex="-1" aria-busy=${state === 'loading'} lang=${language.code} dir=${language.direction ?? nothing}>${this.renderContent(
      state === 'ready' ? this.content : null,
      language,
    )}${state === 'ready' || state === 'loading' ? nothing : this.#renderNote(words, language)}<output class="unseen" .textContent=${this.hasActed ? heard : ''}></output></div>`;
  }

  /** What stands where there is no content, and why. */
  #renderNote(words: string, language: ResourceLanguage): TemplateResult {
    const button = html`<button part="button" .textContent=${language.messages[14]} @click=${this.#retry}></button>`;
    return html`<div part="note" class="note"><span .textContent=${words}></span><slot></slot>${
      /error|offline/.test(this.#state) ? button : nothing
    }</div>`;
  }

  readonly #retry = (): void => {
    this.hasActed = true;
    void this.refresh();
  };

  #join(): void {
    const endpoint = endpointOf(this);
    const path = this.path();
    const address = endpoint && path ? `${endpoint}/v1/resources${path}` : '';
    if (address === this.#address) return;
    this.#leave();
    this.#address = address;
    this.#become('loading');
    // A picture of what was shown before must not stand beside the words of what comes now.
    if (this.shadowRoot) super.update();
    if (!address) this.#onChange();
    else if (this.getAttribute('loading') === 'eager') this.#enter(address);
    else this.#stopWaiting = whenNear(this, () => this.#enter(address));
  }

  #enter(address: string): void {
    this.#answer = madeOnce(this.#answers, address, () => new SharedAnswer(address));
    this.#answer.join(this.#onChange);
    if (this.#answer.status !== 'loading') this.#onChange();
  }

  #leave(): void {
    this.#stopWaiting?.();
    this.#answer?.leave(this.#onChange);
    this.#answer = undefined;
    this.#address = undefined;
  }

  readonly #onChange = (): void => {
    const { body, problem, status = 'misconfigured' } = this.#answer ?? {};
    this.#become(body && this.isEmpty(body) ? 'empty' : status);
    if (body) this.dispatchEvent(new ResourceLoadEvent(this.localName, body));
    else {
      const { code, detail } = problem ?? UNSET;
      // biome-ignore lint/suspicious/noConsole: whoever sets the element up looks there.
      if (status === 'misconfigured') console.warn(`<${this.localName}>`, code, detail);
      this.dispatchEvent(new ResourceErrorEvent(this.localName, { code, detail }));
    }
    this.#resolveReady?.();
  };

  #become(state: ContentStatus): void {
    this.states.clear();
    this.states.add(state);
    this.#state = state;
    this.requestUpdate();
  }
}
