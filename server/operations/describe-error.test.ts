import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('what a driver hangs on its errors stays out of the log', () => {
  const refused = Object.assign(new Error('WRONGPASS invalid username-password pair'), {
    code: 'EAUTH',
    command: { name: 'hello', args: ['3', 'AUTH', 'default', 'the-password'] },
  });
  const described = describeError(new Error('Redis cannot be reached', { cause: refused }));
  expect(described).toMatchObject({
    type: 'Error',
    message: 'Redis cannot be reached',
    cause: { message: 'WRONGPASS invalid username-password pair', code: 'EAUTH' },
  });
  expect(JSON.stringify(described)).not.toContain('the-password');
});

test('whatever is thrown is described', () => {
  expect(describeError('a text')).toEqual({ type: 'string', message: 'a text' });
  expect(describeError(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
});
