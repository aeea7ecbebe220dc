import { StoreAddressError } from '../store-errors.ts';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisLogin {
  readonly username: string | null;
  readonly password: string | null;
}

interface RedisAccess extends RedisLogin {
  readonly tls: boolean;
}

/** Where Redis is and how to log in, as a URL says it. */
export type RedisAddress =
  | (RedisAccess & RedisHost & { readonly kind: 'single'; readonly db: number })
  | (RedisAccess & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisHost[];
      readonly sentinelLogin: RedisLogin;
      readonly masterName: string;
      readonly db: number;
    })
  | (RedisAccess & { readonly kind: 'cluster'; readonly nodes: readonly RedisHost[] });

const PARTS = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^/?#]*)((?:\/[^?#]*)?)(\?[^#]*)?$/;
const HOST_AND_PORT = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/;
const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;
const HIGHEST_PORT = 65_535;

/**
 * Reads `redis://[user:password@]host[:port][/db]`, `redis+sentinel://[user:password@]host[:port],host.../name[/db]` and
 * `redis+cluster://[user:password@]host[:port],host...`, and the same with `rediss` for TLS. Sentinels with a password of
 * their own take it from `?sentinel-password=` (and `sentinel-username`).
 *
 * @throws StoreAddressError that says what is right, without the password.
 */
export function parseRedisUrl(url: string): RedisAddress {
  const match = PARTS.exec(url.trim());
  if (match === null) {
    refuse(
      'it must begin with redis://, rediss://, redis+sentinel:// or redis+cluster://, and escape @ / ? # in the password',
    );
  }
  const [, scheme, form = 'single', login, authority = '', path = '', query = ''] = match;
  const access = { tls: scheme === 'rediss', ...readLogin(login) };
  const hosts = authority.split(',').map((text) => readHost(text, form === 'sentinel' ? SENTINEL_PORT : REDIS_PORT));
  if (form === 'cluster') {
    if (path.length > 1) refuse('a Cluster has only database 0, so nothing may follow its hosts');
    refuseQuery(query);
    return { kind: 'cluster', nodes: hosts, ...access };
  }
  if (form === 'sentinel') {
    const [name = '', db = ''] = path.slice(1).split('/');
    if (name === '')
      refuse('the name of the master must follow the sentinels, as in redis+sentinel://host1,host2/mymaster');
    const sentinelLogin = readSentinelLogin(query);
    return { kind: 'sentinel', sentinels: hosts, sentinelLogin, masterName: decode(name), db: readDb(db), ...access };
  }
  refuseQuery(query);
  const [host, more] = hosts;
  if (host === undefined || more !== undefined) {
    refuse('it names several hosts; use redis+cluster:// for a Cluster or redis+sentinel:// for sentinels');
  }
  return { kind: 'single', ...host, db: readDb(path.slice(1)), ...access };
}

function readLogin(text: string | undefined): RedisLogin {
  if (text === undefined || text === '') return { username: null, password: null };
  const colon = text.indexOf(':');
  if (colon === -1) refuse('a login has the form user:password@, or :password@ without a user');
  const username = decode(text.slice(0, colon));
  return { username: username === '' ? null : username, password: decode(text.slice(colon + 1)) };
}

function readHost(text: string, defaultPort: number): RedisHost {
  const match = HOST_AND_PORT.exec(text);
  const [, host, digits] = match ?? [];
  if (host === undefined)
    refuse('each host must be a name or an address with an optional port, such as redis.example.com:6379');
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port < 1 || port > HIGHEST_PORT) refuse(`a port must be 1 to ${HIGHEST_PORT}`);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

function readDb(text: string): number {
  if (text === '') return 0;
  if (!/^\d{1,4}$/.test(text)) refuse('the database must be a number, such as /0');
  return Number(text);
}

function readSentinelLogin(query: string): RedisLogin {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (name !== 'sentinel-username' && name !== 'sentinel-password') refuseParameter(name);
  }
  return { username: parameters.get('sentinel-username'), password: parameters.get('sentinel-password') };
}

function refuseQuery(query: string): void {
  for (const name of new URLSearchParams(query).keys()) refuseParameter(name);
}

function refuseParameter(name: string): never {
  refuse(`it has no parameter ${JSON.stringify(name)}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new StoreAddressError('% must be written as %25 in user, password and name.', {
      cause: error,
    });
  }
}

function refuse(reason: string): never {
  throw new StoreAddressError(`${reason}.`);
}
