import type { AttributeElement } from '../shared/attribute-element.ts';
import { rememberUsername, toUsername } from '../shared/username.ts';

/** Asks the visitor for a name before the first vote, in place of the button. The browser itself says what is wrong with it. */
export class NameQuestion {
  isOpen = false;
  #movesFocus = false;
  readonly #host: AttributeElement;
  readonly #onName: () => void;

  constructor(host: AttributeElement, onName: () => void) {
    this.#host = host;
    this.#onName = onName;
  }

  ask(isOpen = true): void {
    this.isOpen = isOpen;
    this.#movesFocus = true;
    this.#host.requestUpdate();
  }

  /** Keyboard focus goes where the button was, and back. */
  moveFocus(): void {
    if (this.#movesFocus) this.#host.shadowRoot?.querySelector<HTMLElement>('input,button')?.focus();
    this.#movesFocus = false;
  }

  /** A form with a name that the service would not take is not submitted. */
  readonly check = ({ currentTarget }: Event, rule: string): void => {
    if (currentTarget instanceof HTMLInputElement)
      currentTarget.setCustomValidity(toUsername(currentTarget.value) ? '' : rule);
  };

  readonly answer = (event: Event): void => {
    event.preventDefault();
    rememberUsername(toUsername(this.#host.shadowRoot?.querySelector('input')?.value ?? ''));
    this.ask(false);
    this.#onName();
  };

  readonly press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.ask(false);
  };
}
