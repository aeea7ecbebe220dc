import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import { readBytes } from './read-body.ts';

const FORM = /^application\/x-www-form-urlencoded(\s*;\s*charset=utf-8)?\s*$/i;

/** Reads the fields that a form of a page was sent with, without script. @throws ApiError 415 or 413. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  if (!FORM.test(req.headers['content-type'] ?? '') || req.headers['content-encoding'] !== undefined) {
    throw new ApiError('unsupported_media_type', {
      detail: 'This address takes the form of its page, application/x-www-form-urlencoded.',
    });
  }
  return new URLSearchParams((await readBytes(req)).toString('utf8'));
}
