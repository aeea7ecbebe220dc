import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { medianMicros, medianP99, ratioOf, type Samples, whole } from '../rounds/compare.ts';
import { CONNECTIONS } from '../rounds/measure-rounds.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { median } from '../statistics.ts';
import { STORE_NAMES, type StoreName } from './content-places.ts';
import { READING_PEERS, WAYS, type Way, type WayRounds } from './measure-ways.ts';
import { KNOWN_BYTES, SAME_BYTES } from './same-bytes.ts';

/** Beside whom the service on each store stands in each way. */
const PEERS: Readonly<Record<Way, Readonly<Record<StoreName, string>>>> = {
  [WAYS.kept]: { embedded: SAME_BYTES.name, redis: SAME_BYTES.name },
  [WAYS.pages]: READING_PEERS,
  [WAYS.slugs]: READING_PEERS,
  [WAYS.unchanged]: { embedded: KNOWN_BYTES.name, redis: KNOWN_BYTES.name },
};

/** What each has to reach beside its peer: a little less than in the worst hours so far of a shared machine. */
const REACHED: Readonly<Record<Way, Readonly<Record<StoreName, number>>>> = {
  [WAYS.kept]: { embedded: 0.55, redis: 0.45 },
  [WAYS.pages]: { embedded: 2, redis: 0.45 },
  [WAYS.slugs]: { embedded: 0.5, redis: 0.65 },
  [WAYS.unchanged]: { embedded: 0.5, redis: 0.35 },
};

/** What is aimed at beside a program that looks at nothing and sends bytes that it has. */
export const OF_BYTES_KNOWN = 0.9;

/** Every program in every way, each of ours beside its peer. */
export function waysTable(rounds: WayRounds, resources: number): Table {
  return {
    title: `Ways of asking for content, ${resources.toLocaleString('en-US')} resources, ${CONNECTIONS} connections`,
    heading: ['Way', 'answers/s', 'of its peer', 'p99 ms', 'CPU µs/answer', 'Redis µs/answer'],
    rows: Object.values(WAYS).flatMap((way) => rowsOf(way, rounds.get(way))),
  };
}

function rowsOf(way: Way, measured: Samples = { samples: new Map() }): string[][] {
  return [...measured.samples].map(([name, of]) => [
    `${way}: ${name}`,
    whole(median(of.map(({ perSecond }) => perSecond))),
    ratioToPeer(way, name, measured),
    medianP99(measured, name).toFixed(2),
    medianMicros(of, 'cpuMicros'),
    medianMicros(of, 'redisCpuMicros'),
  ]);
}

function ratioToPeer(way: Way, name: string, measured: Samples): string {
  const store = name === PROGRAMS.twoProcesses ? 'redis' : STORE_NAMES.find((known) => PROGRAMS[known] === name);
  return store === undefined ? '' : ratioOf(measured, name, PEERS[way][store]).toFixed(2);
}

/** That no way is slower than with what one writes oneself, and that bytes which are known come nearly as fast as by nothing but sending them. That is aimed at; the gates hold what is reached. */
export function wayClaims(rounds: WayRounds): Claim[] {
  return Object.values(WAYS).flatMap((way) =>
    STORE_NAMES.map((store): Claim => {
      const [name, peer] = [PROGRAMS[store], PEERS[way][store]];
      return {
        what: `${way}, ${name} against ${peer}, answers a second`,
        measured: ratioOf(rounds.get(way) ?? { samples: new Map() }, name, peer),
        unit: '',
        sense: 'at least',
        gate: REACHED[way][store],
        target: way === WAYS.kept || way === WAYS.unchanged ? OF_BYTES_KNOWN : 1,
      };
    }),
  );
}
