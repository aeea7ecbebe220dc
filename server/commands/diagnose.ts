import type { Config } from '../config.ts';
import type { StoreHealth, Stores } from '../store/stores.ts';

/** One thing that was looked at. `fail`: the service cannot do its work; `warn`: it can, and something is amiss. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warn' | 'fail';
  /** What was found and, where it is not well, how to right it. */
  readonly message: string;
}

/** From here on the store's own notes speak of it. */
const SKEW_NOTED_MS = 10_000;
const MEMORY_NOTED = 0.8;
const MIB = 1024 * 1024;

/** What the addresses in the configuration say. */
export function diagnoseAddresses(config: Config, publicUrlIsSet: boolean): Finding[] {
  return [diagnosePublicUrl(config.publicUrl, publicUrlIsSet), diagnoseTrustProxy(config)];
}

/** What the store says of itself. */
export function diagnoseHealth(health: StoreHealth, kind: Stores['kind']): Finding[] {
  const notes = health.notes.map(
    (message): Finding => ({ check: 'store', level: health.ready ? 'warn' : 'fail', message }),
  );
  const name = kind === 'redis' ? 'Redis' : 'The embedded store';
  if (!health.ready && notes.length === 0) {
    notes.push({ check: 'store', level: 'fail', message: `${name} cannot take votes now.` });
  }
  if (notes.length === 0) notes.push({ check: 'store', level: 'ok', message: `${name} takes votes.` });
  return health.ready ? [...notes, ...diagnoseClock(health, kind), ...diagnoseSpace(health, kind)] : notes;
}

/** Do the votes in the store count under the secret of this environment? */
export function diagnoseSecret(known: readonly string[] | null, stored: readonly string[]): Finding {
  const check = 'secret';
  if (known === null) {
    return stored.length === 0
      ? { check, level: 'ok', message: 'None yet; the first start makes one in DATA_DIR/secret.' }
      : { check, level: 'fail', message: 'DATA_DIR/secret is missing: restore it from a backup, or set SECRET to it.' };
  }
  if (stored.length === 0)
    return { check, level: 'ok', message: 'Present; the store is bound to it at the first start.' };
  if (stored.some((fingerprint) => known.includes(fingerprint))) {
    return { check, level: 'ok', message: 'The one that this store was made with.' };
  }
  return { check, level: 'fail', message: 'SECRET is not the one that this store was made with: set it to that one.' };
}

function diagnosePublicUrl(publicUrl: string, isSet: boolean): Finding {
  const check = 'public url';
  if (!isSet) {
    return {
      check,
      level: 'warn',
      message: `PUBLIC_URL is unset, so snippets say ${publicUrl}: set it to the address that browsers reach.`,
    };
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLocal(hostname)) return { check, level: 'ok', message: publicUrl };
  return {
    check,
    level: 'warn',
    message: `PUBLIC_URL ${publicUrl} is not https, so pages on https cannot load the widget: serve it by https.`,
  };
}

function diagnoseTrustProxy({ trustProxy, publicUrl }: Config): Finding {
  const check = 'proxy';
  if (trustProxy.kind === 'hops') {
    return {
      check,
      level: 'ok',
      message: `TRUST_PROXY believes ${trustProxy.hops} hop(s); no more of them may be in front.`,
    };
  }
  if (trustProxy.kind === 'ranges')
    return { check, level: 'ok', message: `TRUST_PROXY believes ${trustProxy.ranges.join(', ')}.` };
  if (!publicUrl.startsWith('https:'))
    return { check, level: 'ok', message: 'TRUST_PROXY is unset: voters are the peers of the socket.' };
  const cure = 'set it to the hops or addresses in front';
  return {
    check,
    level: 'warn',
    message: `TRUST_PROXY is unset, yet PUBLIC_URL is https: behind a proxy all visitors are refused; ${cure}.`,
  };
}

function diagnoseClock({ skewMs }: StoreHealth, kind: Stores['kind']): Finding[] {
  const size = Math.abs(skewMs);
  if (kind === 'embedded' || size > SKEW_NOTED_MS) return [];
  return [{ check: 'clock', level: 'ok', message: `Redis and this machine agree within ${Math.ceil(size)} ms.` }];
}

function diagnoseSpace({ usedBytes, maxBytes }: StoreHealth, kind: Stores['kind']): Finding[] {
  if (usedBytes === null || usedBytes >= MEMORY_NOTED * (maxBytes ?? Number.POSITIVE_INFINITY)) return [];
  const used = `${Math.ceil(usedBytes / MIB)} MiB`;
  if (kind === 'embedded') return [{ check: 'disk', level: 'ok', message: `${used} in DATA_DIR.` }];
  const share =
    maxBytes === null ? 'no maxmemory is set' : `${Math.round((usedBytes / maxBytes) * 100)} % of maxmemory`;
  return [{ check: 'memory', level: 'ok', message: `${used} used, ${share}.` }];
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}
