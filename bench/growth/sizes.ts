/** How many votes are live in the stores that are compared. */
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
export function votesText(votes: number): string {
  return votes.toLocaleString('en-US');
}

/** What is measured beside votes in the stores. */
export interface Wanted {
  /** Look-ups of accounts, servers, keys and sites. */
  readonly directory: boolean;
  /** Votes and checks of the service. */
  readonly overHttp: boolean;
}
