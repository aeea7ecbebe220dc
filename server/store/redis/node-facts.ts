/** What a node's INFO says, as far as votes depend on it. */
export interface NodeFacts {
  /** Of the protocol of Redis that it speaks; Valkey tells the one it came from. */
  readonly majorVersion: number;
  readonly isMaster: boolean;
  readonly usedBytes: number;
  /** `null`: no limit. */
  readonly maxBytes: number | null;
  readonly evictionPolicy: string;
  readonly keepsEveryWrite: boolean;
  /** What the last attempts to write to disk came to. */
  readonly diskIsWell: boolean;
}

export function readNodeFacts(info: string): NodeFacts {
  const lines = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
  const said = (name: string) => lines.get(name) ?? '';
  const maxBytes = Number(said('maxmemory'));
  return {
    majorVersion: Number.parseInt(said('redis_version'), 10),
    isMaster: said('role') === 'master',
    usedBytes: Number(said('used_memory')),
    maxBytes: maxBytes > 0 ? maxBytes : null,
    evictionPolicy: said('maxmemory_policy'),
    keepsEveryWrite: said('aof_enabled') === '1',
    diskIsWell: said('rdb_last_bgsave_status') !== 'err' && said('aof_last_write_status') !== 'err',
  };
}

/** Could a live lock be evicted to make room? */
export function mayEvict({ maxBytes, evictionPolicy }: NodeFacts): boolean {
  return maxBytes !== null && evictionPolicy !== 'noeviction';
}

/** The log's ids need what came with 7.0. */
export function isTooOld({ majorVersion }: NodeFacts): boolean {
  return majorVersion < 7;
}
