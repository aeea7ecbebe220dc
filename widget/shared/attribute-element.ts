import { render, type TemplateResult } from 'lit/html.js';
import { dress } from './dress.ts';
import { type Rendered, Rendering } from './rendering.ts';

/** Pages that are rendered on a server import the element too, and there is nothing to extend there. */
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? class {};

/**
 * An element whose attributes are its single truth, rendered with Lit. Lit's own base class keeps properties beside the
 * attributes, which nothing here needs, and would be a fifth of the browser file.
 */
export abstract class AttributeElement extends Base {
  static readonly #rendering = new Rendering();

  /** What sheets of the page can ask for with `:state()`. */
  protected readonly states = this.attachInternals().states;
  readonly #dress: () => ShadowRoot;
  /** Will it take over in this turn what has changed? */
  #isAsked = false;
  /** Is what it shows out of date? */
  #isStale = false;
  readonly #rendered: Rendered = {
    prepare: () => {
      this.#isStale = this.isConnected;
      if (this.#isStale) this.prepare();
      this.#isAsked = false;
      // Empty it has no height: what stands below would move when its turn comes.
      if (this.shadowRoot?.firstChild === null) this.#rendered.render();
    },
    render: () => {
      if (this.#isStale) this.update();
      this.#isStale = false;
    },
  };

  /** @param delegatesFocus what is pressed anywhere in it is a press on its button. */
  constructor(styles: string, delegatesFocus = false) {
    super();
    this.#dress = () => dress(this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus }), styles);
    // A picture in its content keeps its place, and is seen until there is something else to be seen.
    if (!this.querySelector('img,svg')) this.#dress();
  }

  /** Takes over what the attributes say. What changes by it is rendered with it. */
  protected abstract prepare(): void;
  /** What is shown now. */
  protected abstract view(): TemplateResult;

  connectedCallback(): void {
    this.requestUpdate();
  }

  attributeChangedCallback(): void {
    this.requestUpdate();
  }

  /** A sheet belongs to the document that it was made in. */
  adoptedCallback(): void {
    if (this.shadowRoot) this.#dress();
  }

  requestUpdate(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    AttributeElement.#rendering.add(this.#rendered);
  }

  protected update(): void {
    render(this.view(), this.shadowRoot ?? this.#dress());
  }
}
