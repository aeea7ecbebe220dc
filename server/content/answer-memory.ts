import { LRUCache } from 'lru-cache';

/** Answers by the texts of their questions, in bounded memory: those that were not asked for the longest go first. */
export interface AnswerMemory<Answer> {
  get(question: string): Answer | undefined;
  /** Takes what took long to make, such as a page of a list. */
  keep(question: string, answer: Answer): void;
  /**
   * Takes one of very many, such as a record: where there is no room left, only when it was asked for before. Somebody who asks for
   * each of them once pushes out nothing that is asked for again and again.
   */
  keepOneOfMany(question: string, answer: Answer): void;
  clear(): void;
}

/** Questions that are remembered after they were asked once. */
const ASKED_ONCE = 8_192;
/** What an entry takes beside its bytes and its question, roughly. */
const ENTRY_BYTES = 400;

export function createAnswerMemory<Answer extends { readonly bytes: Buffer }>(bytes: number): AnswerMemory<Answer> {
  const sizeOf = (answer: Answer, question: string) => answer.bytes.length + 2 * question.length + ENTRY_BYTES;
  const cache = new LRUCache<string, Answer>({ maxSize: bytes, sizeCalculation: sizeOf });
  const askedOnce = new LRUCache<string, true>({ max: ASKED_ONCE });
  return {
    get: (question) => cache.get(question),
    keep: (question, answer) => void cache.set(question, answer),
    keepOneOfMany(question, answer) {
      const hasRoom = cache.calculatedSize + sizeOf(answer, question) <= bytes;
      if (hasRoom || askedOnce.delete(question)) cache.set(question, answer);
      else askedOnce.set(question, true);
    },
    clear: () => cache.clear(),
  };
}
