import { render, type TemplateResult } from 'lit/html.js';
import { dress } from './dress.ts';

/** Pages that are rendered on a server import the element too, and there is nothing to extend there. */
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? class {};

/**
 * An element whose attributes are its single truth, rendered with Lit once for all changes of a turn. Lit's own base class
 * keeps properties beside the attributes, which nothing here needs, and would be a fifth of the browser file.
 */
export abstract class AttributeElement extends Base {
  /** What sheets of the page can ask for with `:state()`. */
  protected readonly states = this.attachInternals().states;
  readonly #styles: string;
  #isPending = false;

  /** @param delegatesFocus what is pressed anywhere in it is a press on its button. */
  constructor(styles: string, delegatesFocus = false) {
    super();
    this.#styles = styles;
    dress(this.attachShadow({ mode: 'open', delegatesFocus }), styles);
  }

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
    if (this.shadowRoot) dress(this.shadowRoot, this.#styles);
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (this.isConnected) this.update();
    });
  }

  protected update(): void {
    if (this.shadowRoot) render(this.view(), this.shadowRoot);
  }
}
