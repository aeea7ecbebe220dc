/** Is this what the system answers with one of these codes, such as `ENOENT`? */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
