/** How much there is in the stores that are compared: live votes, or servers, keys and sites. */
export interface Sizes {
  readonly small: number;
  readonly middle: number;
  readonly large: number;
}

export type Size = keyof Sizes;

export const SIZES = ['small', 'middle', 'large'] as const satisfies readonly Size[];

/** A figure for each of them. */
export type BySize<Value> = Readonly<Record<Size, Value>>;

/** `1,000` as tables show it. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** What is measured beside votes in the stores. */
export interface Wanted {
  /** Servers, keys and sites: looking them up, and voting and checking where there are many. */
  readonly records: boolean;
  /** Votes and checks of the service. */
  readonly overHttp: boolean;
}
