import type { ServerDraft, ServerRecord } from '../directory-store.ts';
import { foldName } from '../fold-name.ts';

/** What of a server no script looks into. */
interface ServerRest {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
}

/** The six arguments of save-servers.lua for one server. `num` is `''` for the next number of the account. */
export function serverWords(draft: ServerDraft, num: number | ''): (string | number)[] {
  const { id, createdAt, slug, name, description, image } = draft;
  const rest: ServerRest = { slug, name, description, image };
  return [id, escapeLine(createdAt), escapeLine(slug), nameField(name), JSON.stringify(rest), num];
}

/** Reads what save-servers.lua wrote under the server's id. */
export function readServerRecord(accountId: string, id: string, record: string): ServerRecord {
  const [num = '', createdAt = '', _slug, _name, json = '{}'] = record.split('\n');
  const rest: ServerRest = JSON.parse(json);
  return { id, accountId, num: Number(num), ...rest, createdAt: unescapeLine(createdAt) };
}

/** The field of a slug in the hash of slugs. */
export function slugField(slug: string): string {
  return escapeLine(slug);
}

/** The name by which servers are found, as it stands in the sorted set of names. */
export function nameField(name: string): string {
  return escapeLine(foldName(name));
}

/** One line for every text, another one for every other text; lone surrogates too, which UTF-8 has no bytes for. */
function escapeLine(text: string): string {
  return text.replace(/[%\n\p{Cs}]/gu, (char) => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapeLine(line: string): string {
  return line.replace(/%([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
