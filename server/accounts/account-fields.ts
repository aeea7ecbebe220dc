import { Username } from '../../contract/vote.ts';
import { isId } from './create-id.ts';
import { parseField } from './parse-field.ts';
import { BadUsageError } from './refused-error.ts';

/**
 * The name of an account under the rules of a voter's name: 1 to 64 characters, none invisible. A name that looks like
 * an account's id is refused, because every command takes either.
 */
export function readAccountUsername(text: string): string {
  const username = parseField(Username, text, '--username');
  if (isId('acc', username)) {
    throw new BadUsageError('--username must not look like the id of an account; choose another name.');
  }
  return username;
}
