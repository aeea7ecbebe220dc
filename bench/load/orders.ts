/** One account as the load sees it. */
export interface LoadTenant {
  readonly key: string;
  readonly serverIds: readonly string[];
}

/** Whose keys and servers the next runs use. Sent once for each set, as it is long. */
export interface TenantsMessage {
  readonly kind: 'tenants';
  readonly name: string;
  readonly tenants: readonly LoadTenant[];
}

/** Asks for votes, each of another voter than all before. */
export interface RunMessage {
  readonly kind: 'run';
  readonly url: string;
  readonly tenants: string;
  readonly connections: number;
  readonly seconds: number;
}

/** What a run was answered. */
export interface LoadResult {
  /** Answers with status 200 and the body of a counted vote. */
  readonly counted: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Why the run is worth nothing, such as another status; `null` when every answer was right. */
  readonly fault: string | null;
}

export type LoadMessage = TenantsMessage | RunMessage;
