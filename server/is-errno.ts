/** Is this what the system answers with that code, such as `ENOENT`? */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
