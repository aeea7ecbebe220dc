import { readFileSync } from 'node:fs';

/** An answer that a test was given, as the test client notes it. */
export interface NotedAnswer {
  readonly operation: string;
  readonly status: number;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly responses: Readonly<Record<string, unknown>> }>>
    >
  >;
}

/**
 * Which answers of the OpenAPI document no test was given, such as `castVote 413`.
 * The other way round, an answer that is not in the document, fails in the test client itself.
 */
export function findUnseenAnswers(document: Document, noted: readonly NotedAnswer[]): string[] {
  const seen = new Set(noted.map(({ operation, status }) => `${operation} ${status}`));
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      // What any address answers belongs to no operation, and is tested with the connections that it is answered on.
      Object.keys(responses)
        .filter((status) => status !== 'default')
        .map((status) => `${operationId} ${status}`),
    )
    .filter((answer) => !seen.has(answer));
}

/** Reads the notes of the test client: a JSON object a line. */
export function readNotes(path: string): NotedAnswer[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
