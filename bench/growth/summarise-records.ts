import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { medianRatio } from '../rounds/ratios.ts';
import { median } from '../statistics.ts';
import { LOOK_UPS, type LookUps } from './measure-directory.ts';
import type { LatencySample } from './measure-latency.ts';
import { RECORDS, type RecordTimes } from './measure-records.ts';
import type { TenantSamples } from './measure-tenants.ts';
import { countText, SIZES } from './sizes.ts';

type ByStore<Value> = Readonly<Record<'redis' | 'embedded', Value>>;

/** Redis finds one of many by its hash, in no more steps than one of few; a tree of SQLite has a step more. */
const LOOK_UP_GROWTH: ByStore<number> = { redis: 1.15, embedded: 1.5 };
const HTTP_GROWTH = 1.5;
/** What is reached where what is asked for first of many stands beside what is in memory of few: a look-up more on Redis. */
const FIRST_BESIDE_KNOWN = 2;
const [FEW, MORE, MOST] = [countText(RECORDS.small), countText(RECORDS.middle), countText(RECORDS.large)];

/** Turns what was measured of servers, keys and sites into tables and claims. */
export function summariseRecords({ redis, embedded }: ByStore<RecordTimes>): Pick<Findings, 'tables' | 'claims'> {
  return {
    tables: [
      lookUpTable({ redis: redis.lookUps, embedded: embedded.lookUps }),
      overHttpTable({ redis: redis.overHttp, embedded: embedded.overHttp }),
    ],
    claims: [
      lookUpClaim('Redis', redis.lookUps, LOOK_UP_GROWTH.redis),
      lookUpClaim('the embedded store', embedded.lookUps, LOOK_UP_GROWTH.embedded),
      ...overHttpClaims('Redis', redis.overHttp),
      ...overHttpClaims('the embedded store', embedded.overHttp),
    ],
  };
}

function lookUpTable({ redis, embedded }: ByStore<LookUps>): Table {
  const rows = (name: string, lookUps: LookUps) =>
    LOOK_UPS.map((lookUp) => {
      const times = lookUps[lookUp];
      return [
        `${name}, ${lookUp}`,
        ...SIZES.map((size) => median(times[size]).toFixed(3)),
        ...(['middle', 'large'] as const).map((size) => medianRatio(times[size], times.small).toFixed(3)),
      ];
    });
  return {
    title: 'Time of one look-up among servers, keys and sites, ms',
    heading: ['What', `of ${FEW}`, `of ${MORE}`, `of ${MOST}`, `${MORE} against ${FEW}`, `${MOST} against ${FEW}`],
    rows: [...rows('Redis', redis), ...rows('embedded store', embedded)],
  };
}

function overHttpTable({ redis, embedded }: ByStore<TenantSamples>): Table {
  const rows = (name: string, samples: TenantSamples) =>
    DOINGS.flatMap(([doing, what]) =>
      FAMILIARITIES.map(([familiarity, how]) => {
        const { small, large } = samples[doing][familiarity];
        const times = [median(small.map(p50Of)), median(large.map(p50Of))].map((ms) => ms.toFixed(3));
        return [`${name}, ${what} ${how}`, ...times, medianRatio(large.map(p50Of), small.map(p50Of)).toFixed(3)];
      }),
    );
  return {
    title: 'Time of one vote and one check over HTTP among servers, keys and sites, one at a time, p50 ms',
    heading: ['What', `of ${FEW}`, `of ${MOST}`, 'ratio'],
    rows: [...rows('Redis', redis), ...rows('embedded store', embedded)],
  };
}

/** Of all kinds of look-ups, the one that grows most. */
function lookUpClaim(store: string, lookUps: LookUps, gate: number): Claim {
  const ratios = LOOK_UPS.map((lookUp) => medianRatio(lookUps[lookUp].large, lookUps[lookUp].small));
  return {
    what: `time of one look-up on ${store}, whichever grows most, ${MOST} servers, keys and sites against ${FEW}`,
    measured: Math.max(...ratios),
    unit: '',
    sense: 'at most',
    gate,
    target: null,
  };
}

function overHttpClaims(store: string, samples: TenantSamples): Claim[] {
  return DOINGS.flatMap(([doing, what]) => {
    const { known, first } = samples[doing];
    const claim = (how: string, over: readonly LatencySample[], under: readonly LatencySample[]) => ({
      what: `time of ${what} over HTTP on ${store}, ${how}`,
      measured: medianRatio(over.map(p50Of), under.map(p50Of)),
      unit: '' as const,
      sense: 'at most' as const,
    });
    return [
      {
        ...claim(`asked for first of ${MOST} against first of ${FEW}`, first.large, first.small),
        gate: HTTP_GROWTH,
        target: null,
      },
      {
        ...claim(`asked for first of ${MOST} against in memory of ${FEW}`, first.large, known.small),
        gate: FIRST_BESIDE_KNOWN,
        target: HTTP_GROWTH,
      },
    ];
  });
}

const DOINGS = [
  ['votes', 'one vote'],
  ['checks', 'one check'],
] as const;
const FAMILIARITIES = [
  ['known', 'in memory'],
  ['first', 'asked for first'],
] as const;

function p50Of({ p50Ms }: LatencySample): number {
  return p50Ms;
}
