import type { z } from 'zod';
import type { ProblemFault } from '../../contract/problems.ts';
import { ApiError } from '../errors.ts';
import { NOT_ENCODED, unreadableNames } from './request-target.ts';

/** Reads the query of a URL: names that are lists may be repeated, any other known name twice is refused, unknown ones are ignored. */
export function createQueryReader(query: z.ZodObject): (url: string) => Record<string, string | string[]> {
  const names = Object.keys(query.shape);
  const lists = new Set(names.filter((name) => isList(query.shape[name])));
  return (url) => {
    const at = url.indexOf('?');
    if (at === -1 || names.length === 0) return {};
    const text = url.slice(at + 1);
    const given = new URLSearchParams(text);
    const unreadable = unreadableNames(text);
    const read: Record<string, string | string[]> = {};
    const faults: ProblemFault[] = [];
    for (const name of names) {
      const values = given.getAll(name);
      const [first] = values;
      if (first === undefined) continue;
      if (unreadable.has(name)) faults.push({ parameter: name, detail: NOT_ENCODED });
      else if (lists.has(name)) read[name] = values;
      else if (values.length === 1) read[name] = first;
      else faults.push({ parameter: name, detail: 'must be given once' });
    }
    if (faults.length > 0) throw new ApiError('invalid_request', { errors: faults });
    return read;
  };
}

/** May the parameter be repeated? */
export function isList(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array';
}
