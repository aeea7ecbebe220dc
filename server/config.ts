import { z } from 'zod';
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts';

/** Everything the environment decides, checked and frozen. Durations are milliseconds. */
export interface Config {
  readonly demo: boolean;
  readonly port: number;
  /** `null` listens on every address. */
  readonly host: string | null;
  /** Origin under which browsers reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Peppers of the voter hash, the current one first; `null` leaves it to the file in the data folder. */
  readonly secrets: readonly string[] | null;
  readonly trustProxy: TrustProxy;
  /** Length of the IPv6 prefix that is one voter. */
  readonly ipv6Prefix: number;
  readonly cooldownMs: number;
  readonly votesPerMinute: number;
  readonly voteLogDays: number;
  readonly contentPerMinute: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
  /** `null`: no metrics; equal to `port`: on the same port. */
  readonly metricsPort: number | null;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment is wrong. The message is one line that names it and says what is right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const TWELVE_HOURS_MS = 43_200_000;

/**
 * Reads the environment once. An empty variable counts as absent.
 *
 * @param cores what `WORKERS=auto` means.
 * @throws ConfigError naming the first variable that is wrong.
 */
export function readConfig(env: Environment, mode: { demo?: boolean; cores?: number } = {}): Config {
  const demo = mode.demo ?? false;
  const parsed = Variables.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) throw firstFault(parsed.error);
  const vars = parsed.data;
  refuseUnsafeMix(env, vars, demo);
  const defaultMetricsPort = demo ? null : 9464;
  return Object.freeze({
    demo,
    port: vars.PORT,
    host: vars.HOST ?? (demo ? '127.0.0.1' : null),
    publicUrl: vars.PUBLIC_URL ?? `http://localhost:${vars.PORT}`,
    redisUrl: vars.REDIS_URL ?? null,
    dataDir: vars.DATA_DIR,
    secrets: vars.SECRET ?? null,
    trustProxy: vars.TRUST_PROXY,
    ipv6Prefix: vars.IPV6_PREFIX,
    cooldownMs: vars.VOTE_COOLDOWN_MS,
    votesPerMinute: vars.VOTES_PER_MINUTE,
    voteLogDays: vars.VOTE_LOG_DAYS,
    contentPerMinute: vars.CONTENT_PER_MINUTE,
    workers: vars.WORKERS === 'auto' ? (mode.cores ?? 1) : vars.WORKERS,
    logLevel: vars.LOG_LEVEL,
    metricsPort: vars.METRICS_PORT === undefined ? defaultMetricsPort : vars.METRICS_PORT,
  });
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  if (url === null || !bare || url.username !== '') {
    context.addIssue('must be a plain origin such as https://votes.example.com');
    return z.NEVER;
  }
  return url.origin;
});

const secrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (list) => list.every((secret) => secret.length >= 32),
    'must be at least 32 characters without a comma, such as `openssl rand -hex 32` prints',
  )
  .refine((list) => list.length <= 2, 'must be one secret, or new,old while you change it');

const trustProxy = z.string().transform((text, context) => {
  const read = readTrustProxy(text);
  if (typeof read !== 'string') return read;
  context.addIssue(read);
  return z.NEVER;
});

const Variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  REDIS_URL: z
    .string()
    .regex(
      /^rediss?(\+(sentinel|cluster))?:\/\/.+/,
      'must begin with redis://, rediss://, redis+sentinel:// or redis+cluster://',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SECRET: secrets.optional(),
  TRUST_PROXY: trustProxy.default({ kind: 'none' }),
  IPV6_PREFIX: wholeNumber(48, 64).default(64),
  VOTE_COOLDOWN_MS: wholeNumber(1000, 31 * 86_400_000).default(TWELVE_HOURS_MS),
  VOTES_PER_MINUTE: wholeNumber(1, 10_000).default(30),
  VOTE_LOG_DAYS: wholeNumber(1, 3650).default(90),
  CONTENT_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  WORKERS: z
    .union([z.literal('auto'), wholeNumber(1, 128)], { error: 'must be a whole number from 1 to 128, or auto' })
    .default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  METRICS_PORT: z
    .union([z.literal('off').transform(() => null), wholeNumber(0, 65_535)], { error: 'must be a port, or off' })
    .optional(),
});

function firstFault(error: z.ZodError): ConfigError {
  const issue = error.issues[0];
  return new ConfigError(`${String(issue?.path[0] ?? 'environment')} ${issue?.message ?? 'is not valid'}.`);
}

/** Refuses what is well-formed alone and dangerous together. */
function refuseUnsafeMix(env: Environment, vars: z.infer<typeof Variables>, demo: boolean): void {
  if (demo && vars.REDIS_URL !== undefined) {
    throw new ConfigError(
      'REDIS_URL must be unset in demo mode, which makes demo keys; use `npm run serve` for real votes.',
    );
  }
  if (demo && env.NODE_ENV === 'production') {
    throw new ConfigError('NODE_ENV must not be production in demo mode, which makes demo keys; use `npm run serve`.');
  }
  if (demo && vars.PORT === 0 && vars.PUBLIC_URL === undefined) {
    throw new ConfigError(
      'PORT must not be 0 in demo mode, whose pages have to know their address: choose a free port.',
    );
  }
  if (vars.REDIS_URL !== undefined && vars.SECRET === undefined) {
    throw new ConfigError(
      'SECRET must be set with REDIS_URL, to the same value in every process; `openssl rand -hex 32` makes one.',
    );
  }
  if (vars.VOTE_COOLDOWN_MS < TWELVE_HOURS_MS && !demo && env.NODE_ENV !== 'test') {
    throw new ConfigError(`VOTE_COOLDOWN_MS must be at least ${TWELVE_HOURS_MS} (12 hours) outside demo mode.`);
  }
  if (vars.WORKERS !== 1 && vars.METRICS_PORT === vars.PORT) {
    throw new ConfigError(
      'METRICS_PORT must not be PORT with several WORKERS, which share that port; choose another one, or off.',
    );
  }
  if (vars.WORKERS !== 1 && vars.REDIS_URL === undefined) {
    throw new ConfigError('WORKERS must be 1 with the embedded store; set REDIS_URL to run several processes.');
  }
}
