/** What a browser that blocks storage throws at, when it is only looked at: the page works without. */
export function tryTo<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch {
    // Blocked or full. Whoever has something to keep keeps it for this page.
    return null;
  }
}

/** Reads from the browser's storage; `null` where there is nothing, or where the page may not look. */
export function readItem(key: string): string | null {
  return tryTo(() => localStorage.getItem(key));
}

/** Keeps a value in the browser, where it lets the page. */
export function writeItem(key: string, value: string): void {
  tryTo(() => localStorage.setItem(key, value));
}
