/** The state of the store does not allow it. The message is one line for the operator: it names the member and the cure. */
export class RefusedError extends Error {
  override readonly name: string = 'RefusedError';
}

/** The caller asked wrongly: a member is missing or not valid. The message is as that of RefusedError. */
export class BadUsageError extends RefusedError {
  override readonly name = 'BadUsageError';
}

/** ` (reason)` of an error that is told inside another message. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? ` (${error.message.replace(/\.$/, '')})` : '';
}
