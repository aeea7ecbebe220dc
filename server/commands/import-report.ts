import type { ContentImportResult } from '../accounts/import-content.ts';
import type { NotedReference } from '../store/import-notes.ts';
import type { ImportFile } from './find-import-files.ts';
import { countOf, formatNumber, formatTable, printable } from './format-table.ts';
import type { FilePlace } from './importers.ts';
import type { ImportCounts, RefusedRow } from './run-import.ts';

export interface ImportReport {
  readonly files: readonly { readonly file: ImportFile; readonly counts: ImportCounts }[];
  readonly refusedRows: readonly RefusedRow[];
  /** `null` when no file was of content. */
  readonly content: ContentImportResult | null;
}

/** So many refused rows, and so many missing records, are in the JSON document; stderr has all of the rows. */
export const MAX_REPORTED = 1000;

/** `servers.ndjson:17: name: must not be empty`, the form that editors can open. */
export function lineOfRefused({ member, reason, ...place }: RefusedRow): string {
  return printable(`${textOfPlace(place)}: ${member === '' ? 'row' : member}: ${reason}`);
}

/** `Warning: resources.ndjson:17: user: is not among the users (and 3 more rows): 6f0d0b8a-...`. */
export function lineOfMissing({ place, member, collection, id, rows }: NotedReference): string {
  const others = rows === 1 ? '' : `, and so for ${countOf(rows - 1, 'more row')}`;
  return printable(`Warning: ${textOfPlace(place)}: ${member}: ${id} is not among the ${collection}${others}`);
}

export function documentOf({ files, refusedRows, content }: ImportReport) {
  return {
    files: files.map(({ file, counts }) => ({ file: file.path, collection: file.importer.collection, ...counts })),
    refusedRows,
    ...(content === null ? {} : { content: contentDocument(content) }),
  };
}

export function textOf({ files, content }: ImportReport): string {
  const heading = ['FILE', 'COLLECTION', 'CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'];
  const rows = files.map(({ file, counts: { created, updated, unchanged, refused } }) => [
    file.path,
    file.importer.collection,
    ...[created, updated, unchanged, refused].map(formatNumber),
  ]);
  const table = formatTable(heading, rows);
  return content === null ? table : `${table}\n\n${contentText(content)}`;
}

function contentDocument({ version, changed, removed, missing }: ContentImportResult) {
  return {
    version,
    changed,
    removed: Object.fromEntries(removed),
    missing: missing.first.map(({ place, ...reference }) => ({ ...place, ...reference })),
  };
}

function contentText({ version, changed, removed }: ContentImportResult): string {
  const taken = [...removed].flatMap(([collection, count]) => (count === 0 ? [] : [`${count} of ${collection}`]));
  const out = taken.length === 0 ? '' : ` Taken out: ${taken.join(', ')}.`;
  return changed ? `The content has version ${version} now.${out}` : `The content is as it was, version ${version}.`;
}

/** Where an earlier row stands, for somebody who looks at another one. */
export function pointTo(first: FilePlace, { file }: FilePlace): string {
  if (first.file !== file) return textOfPlace(first);
  return first.index === null ? `line ${first.line}` : `element ${first.index}, line ${first.line}`;
}

function textOfPlace({ file, line, index }: FilePlace): string {
  return index === null ? `${file}:${line}` : `${file}:${line}: element ${index}`;
}
