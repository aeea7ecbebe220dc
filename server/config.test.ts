import { expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig } from './config.ts';

const SECRET = 'x'.repeat(32);
const REDIS = { REDIS_URL: 'redis://localhost:6379', SECRET };

test('an empty environment is a complete configuration, and cannot be changed', () => {
  const config = readConfig({});
  expect(config).toEqual({
    demo: false,
    port: 3000,
    host: null,
    publicUrl: 'http://localhost:3000',
    redisUrl: null,
    dataDir: './data',
    secrets: null,
    trustProxy: { kind: 'none' },
    ipv6Prefix: 64,
    cooldownMs: 43_200_000,
    votesPerMinute: 30,
    voteLogDays: 90,
    contentPerMinute: 300,
    workers: 1,
    logLevel: 'info',
    metricsPort: 9464,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '', SECRET: '' })).toEqual(readConfig({}));
});

test('demo mode listens on this machine alone and has no metrics port', () => {
  expect(readConfig({}, { demo: true })).toMatchObject({ host: '127.0.0.1', metricsPort: null });
  expect(readConfig({ HOST: '0.0.0.0' }, { demo: true }).host).toBe('0.0.0.0');
});

test.each<[Environment, object]>([
  [{ PUBLIC_URL: 'https://Votes.Example.com:443/' }, { publicUrl: 'https://votes.example.com' }],
  [{ TRUST_PROXY: '2' }, { trustProxy: { kind: 'hops', hops: 2 } }],
  [
    { TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32' },
    { trustProxy: { kind: 'ranges', ranges: ['loopback', '10.0.0.0/8', '2001:db8::/32'] } },
  ],
  [{ ...REDIS, SECRET: `${SECRET}a, ${SECRET}` }, { secrets: [`${SECRET}a`, SECRET] }],
  [{ ...REDIS, WORKERS: 'auto' }, { workers: 8 }],
  [{ METRICS_PORT: 'off' }, { metricsPort: null }],
  [{ VOTE_COOLDOWN_MS: '43200001' }, { cooldownMs: 43_200_001 }],
])('%j is read', (env, expected) => {
  expect(readConfig(env, { cores: 8 })).toMatchObject(expected);
});

test.each<[Environment, RegExp]>([
  [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: '65536' }, /^PORT must be/],
  [{ PUBLIC_URL: 'votes.example.com' }, /^PUBLIC_URL must be a plain origin such as/],
  [{ PUBLIC_URL: 'https://votes.example.com/path' }, /^PUBLIC_URL must/],
  [{ REDIS_URL: 'http://localhost', SECRET }, /^REDIS_URL must begin with redis:\/\//],
  [{ REDIS_URL: REDIS.REDIS_URL }, /^SECRET must be set with REDIS_URL/],
  [{ SECRET: 'short' }, /^SECRET must be at least 32 characters without a comma/],
  [{ SECRET: `${SECRET},${SECRET}a,${SECRET}b` }, /^SECRET must be one secret, or new,old/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be a number of hops .*true would let every visitor choose/],
  [{ TRUST_PROXY: '::ffff:10.0.0.0/104' }, /^TRUST_PROXY .*write "::ffff:10.0.0.0\/104" as plain IPv4/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY .*every visitor/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY .*1 to 32/],
  [{ TRUST_PROXY: 'proxy.local' }, /^TRUST_PROXY .*"proxy.local" is neither/],
  [{ TRUST_PROXY: '99' }, /^TRUST_PROXY .*16 hops/],
  [{ IPV6_PREFIX: '65' }, /^IPV6_PREFIX must be a whole number from 48 to 64/],
  [{ VOTE_COOLDOWN_MS: '60000' }, /^VOTE_COOLDOWN_MS must be at least 43200000 \(12 hours\) outside demo mode/],
  [{ WORKERS: '2' }, /^WORKERS must be 1 with the embedded store/],
  [{ WORKERS: 'many' }, /^WORKERS must be/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ ...REDIS, WORKERS: '2', METRICS_PORT: '3000' }, /^METRICS_PORT must not be PORT with several WORKERS/],
  [{ METRICS_PORT: 'none' }, /^METRICS_PORT must be a port, or off/],
])('%j stops the start with one line that names the variable and the cure', (env, message) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(message);
});

test.each<[Environment, RegExp]>([
  [REDIS, /^REDIS_URL must be unset in demo mode/],
  [{ NODE_ENV: 'production' }, /^NODE_ENV must not be production in demo mode/],
  [{ PORT: '0' }, /^PORT must not be 0 in demo mode/],
])('demo mode refuses %j', (env, message) => {
  expect(() => readConfig(env, { demo: true })).toThrow(message);
});
