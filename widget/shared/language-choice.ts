import type { AttributeElement } from './attribute-element.ts';
import { english, type Language, loadLanguage, pickLanguage } from './language.ts';

/** A language that is slow to come must not keep anybody from voting. */
const PATIENCE_MS = 1500;

/** The language of an element; `undefined` until its file is there. */
export class LanguageChoice {
  language: Language | undefined;
  #code = '';
  readonly #host: AttributeElement;
  readonly #loaded: () => Map<string, Promise<Language>>;

  /** @param loaded the languages that the page has loaded. */
  constructor(host: AttributeElement, loaded: () => Map<string, Promise<Language>>) {
    this.#host = host;
    this.#loaded = loaded;
  }

  /** Looks again which language it is. */
  choose(): void {
    const code = pickLanguage(this.#host);
    if (code === this.#code) return;
    this.#code = code;
    const speak = (language: Language) => {
      if (code !== this.#code) return;
      this.language = language;
      this.#host.requestUpdate();
    };
    const timer = setTimeout(() => speak(this.language ?? english), PATIENCE_MS);
    void loadLanguage(code, this.#loaded()).then((language) => {
      clearTimeout(timer);
      speak(language);
    });
  }
}
