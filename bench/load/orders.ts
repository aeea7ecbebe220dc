/** One account as the load sees it. */
export interface LoadTenant {
  readonly key: string;
  readonly serverIds: readonly string[];
  readonly siteId: string;
}

/** Whose keys, servers and sites the next runs use. Sent once for each set, as it is long. */
export interface TenantsMessage {
  readonly kind: 'tenants';
  readonly name: string;
  readonly tenants: readonly LoadTenant[];
}

/** What is asked for; workloads.ts says how. */
export type WorkloadName = 'fresh votes' | 'votes, 70/30' | 'checks' | 'votes by a site' | 'checks by a site';

/** Asks for requests of one workload, each vote of another voter than all before but for the repeats of the mix. */
export interface RunMessage {
  readonly kind: 'run';
  readonly url: string;
  readonly workload: WorkloadName;
  readonly tenants: string;
  readonly connections: number;
  readonly seconds: number;
}

/** What a run was answered. */
export interface LoadResult {
  /** Right answers of any kind. */
  readonly answered: number;
  /** Those with status 200 among them: of votes, the counted ones. */
  readonly succeeded: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Why the run is worth nothing, such as another status; `null` when every answer was right. */
  readonly fault: string | null;
}

export type LoadMessage = TenantsMessage | RunMessage;
