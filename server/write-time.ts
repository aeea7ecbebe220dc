/**
 * Makes what puts an instant into words, ISO 8601 in UTC with milliseconds, and knows the last one that it has: the requests of one
 * moment are told the same, and V8 takes as long for one as for writing the answer around it.
 *
 * @returns takes milliseconds since 1970.
 */
export function createTimeWriter(): (ms: number) => string {
  let writtenMs = Number.NaN;
  let text = '';
  return (ms) => {
    if (ms !== writtenMs) {
      text = new Date(ms).toISOString();
      writtenMs = ms;
    }
    return text;
  };
}
