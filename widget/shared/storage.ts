/** What the browser would not keep is known to this page at least. */
const kept = new Map<string, string>();

/** What runs on a browser that blocks storage throws, when it is only looked at: the page works without. */
export function tryTo<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch {
    // Blocked or full: whoever asks has another way.
    return null;
  }
}

/** What was kept in this browser, else on this page; `''` where there is nothing. */
export function readItem(key: string): string {
  return tryTo(() => localStorage.getItem(key)) ?? kept.get(key) ?? '';
}

/** Keeps a value in this browser, where it lets the page. */
export function writeItem(key: string, value: string): void {
  kept.set(key, value);
  tryTo(() => localStorage.setItem(key, value));
}
