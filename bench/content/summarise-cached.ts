import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { medianMicros, medianP99, ratioOf, whole } from '../rounds/compare.ts';
import { CONNECTIONS } from '../rounds/measure-rounds.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { medianRatio } from '../rounds/ratios.ts';
import { median } from '../statistics.ts';
import type { Cached } from './measure-cached.ts';
import { SAME_ANSWER, SAME_BYTES } from './same-bytes.ts';
import { OF_BYTES_KNOWN } from './summarise-ways.ts';

export function cachedTable(cached: Cached): Table {
  const ratio = (name: string, peer: string) => ratioOf(cached, name, peer).toFixed(2);
  return {
    title: `GET /v1/resources, ${cached.bytes.toLocaleString('en-US')} bytes from memory, ${CONNECTIONS} connections`,
    heading: [
      'Program',
      'headers',
      'answers/s',
      'of the same bytes',
      'of the same answer',
      'p99 ms',
      'CPU µs/answer',
      'Load µs/answer',
    ],
    rows: [...cached.samples].map(([name, of]) => [
      name,
      String(cached.headers.get(name) ?? ''),
      whole(median(of.map(({ perSecond }) => perSecond))),
      ratio(name, SAME_BYTES.name),
      ratio(name, SAME_ANSWER.name),
      medianP99(cached, name).toFixed(2),
      medianMicros(of, 'cpuMicros'),
      medianMicros(of, 'loadCpuMicros'),
    ]),
  };
}

/**
 * That an answer from memory comes nearly as fast as from a program that does nothing else; by the same bytes with the few headers of such a
 * program, and by the whole answer, which takes the load as long to read. Where the load is the limit, only processor time tells the servers apart.
 */
export function cachedClaims(cached: Cached): Claim[] {
  const claim = (peer: string, what: string, gate: number): Claim => ({
    what: `GET /v1/resources from memory against ${what} from Fastify, answers a second`,
    measured: ratioOf(cached, PROGRAMS.embedded, peer),
    unit: '',
    sense: 'at least',
    gate,
    target: OF_BYTES_KNOWN,
  });
  return [
    claim(SAME_BYTES.name, 'the same bytes', 0.8),
    claim(SAME_ANSWER.name, 'the same answer, headers and all,', OF_BYTES_KNOWN),
    {
      what: 'processor time of GET /v1/resources from memory against the same answer from Fastify',
      measured: medianRatio(microsOf(cached, PROGRAMS.embedded), microsOf(cached, SAME_ANSWER.name)),
      unit: '',
      sense: 'at most',
      gate: 1.4,
      target: 1.1,
    },
  ];
}

function microsOf({ samples }: Cached, name: string): number[] {
  return (samples.get(name) ?? []).map(({ cpuMicros }) => cpuMicros ?? Number.NaN);
}
