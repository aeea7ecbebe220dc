import type { AttributeElement } from './attribute-element.ts';
import { type Language, loadLanguage, pickLanguage, type Vocabulary } from './language.ts';

/** A language that is slow to come must not keep anybody from voting. */
const PATIENCE_MS = 1500;

/** The language of an element; `undefined` until its file is there. */
export class LanguageChoice<Words> {
  language: Language<Words> | undefined;
  #code = '';
  readonly #host: AttributeElement;
  readonly #vocabulary: () => Vocabulary<Words>;

  /** @param vocabulary that of the page. */
  constructor(host: AttributeElement, vocabulary: () => Vocabulary<Words>) {
    this.#host = host;
    this.#vocabulary = vocabulary;
  }

  /** Looks again which language it is. */
  choose(): void {
    const code = pickLanguage(this.#host);
    if (code === this.#code) return;
    this.#code = code;
    const vocabulary = this.#vocabulary();
    const { english } = vocabulary;
    if (code === english.code) {
      this.language = english;
      return;
    }
    const speak = (language: Language<Words>) => {
      if (code !== this.#code) return;
      this.language = language;
      this.#host.requestUpdate();
    };
    const timer = setTimeout(() => speak(this.language ?? english), PATIENCE_MS);
    void loadLanguage(code, vocabulary).then((language) => {
      clearTimeout(timer);
      speak(language);
    });
  }
}
