import { StoreUnavailableError } from '../store-errors.ts';
import type { RedisAddress } from './redis-url.ts';

/** Why there is no connection, and what the operator can do: whole sentences without a password and without figures that change. */
export function explainFault(error: unknown, address: RedisAddress): string {
  const reason = describe(error);
  const cure = CURES.find(({ says, of }) => says.test(reason) && (of === undefined || of(address)))?.cure;
  return `${reasonInWords(reason)}. ${cure ?? LAST_CURE}`;
}

interface Cure {
  /** What the reason says. */
  readonly says: RegExp;
  /** With which addresses; with any when it is left out. */
  readonly of?: (address: RedisAddress) => boolean;
  readonly cure: string;
}

const NO_CONNECTION = 'there is no connection yet';
const NO_REDIS = /Unknown RESP type/;
const LAST_CURE = 'Votes are counted again as soon as it answers: see that it runs, and that REDIS_URL is right.';
const usesTls = ({ tls }: RedisAddress) => tls;
const isSentinel = ({ kind }: RedisAddress) => kind === 'sentinel';
const isSingle = ({ kind }: RedisAddress) => kind === 'single';

/** The first that fits. Whoever rights REDIS_URL has to start the process again anyway. */
const CURES: readonly Cure[] = [
  {
    says: /DB index|SELECT is not allowed/,
    cure: 'Let REDIS_URL end with a database that this Redis has, such as /0.',
  },
  {
    says: /cluster support disabled|unknown command .?cluster/i,
    cure: 'What answers is no Cluster: let REDIS_URL begin with redis:// (rediss:// with TLS).',
  },
  {
    says: /\bMOVED \d/,
    of: isSingle,
    cure: 'What answers is a Cluster: let REDIS_URL begin with redis+cluster:// (rediss+cluster:// with TLS).',
  },
  {
    says: /unknown command .?sentinel/i,
    cure: 'What answers is no sentinel: name the sentinels in REDIS_URL, or let it begin with redis:// to name Redis itself.',
  },
  {
    says: /NOAUTH|WRONGPASS|invalid password|sentinel-password/i,
    of: isSentinel,
    cure: 'Right the user and the password in REDIS_URL; those of the sentinels are ?sentinel-username= and ?sentinel-password=.',
  },
  { says: /NOAUTH|WRONGPASS|invalid password/i, cure: 'Right the user and the password in REDIS_URL.' },
  {
    says: /without any password configured|no password is set/i,
    cure: 'This Redis asks for no password: take it out of REDIS_URL.',
  },
  { says: /NOPERM/, cure: 'The user in REDIS_URL may not do this: give it the rights, or name another one.' },
  {
    says: /certificate|altname|UNABLE_TO_VERIFY|SELF_SIGNED/i,
    cure: 'Name the host in REDIS_URL as its certificate does, and the authority that signed it in NODE_EXTRA_CA_CERTS.',
  },
  {
    // The first byte of what TLS answers to whom it does not understand.
    says: /Unknown RESP type 21\b/,
    cure: 'That port speaks TLS: let REDIS_URL begin with rediss://.',
  },
  { says: NO_REDIS, cure: 'What answers there is no Redis: right the host and the port in REDIS_URL.' },
  {
    // Of a certificate that it does not believe the driver says here no more than that the connection is closed.
    says: /sentinels are unreachable.*connection is closed/i,
    of: usesTls,
    cure: 'See that the sentinels in REDIS_URL run and speak TLS, and name the authority that signed their certificates in NODE_EXTRA_CA_CERTS.',
  },
  {
    says: new RegExp(`${NO_CONNECTION}|[Cc]onnection (was|is) closed|SSL|TLS|EPROTO|ECONNRESET|ETIMEDOUT`),
    of: usesTls,
    cure: 'REDIS_URL asks for TLS: if that port speaks none, let it begin with redis://; otherwise see that Redis runs, and that Node trusts its certificate (NODE_EXTRA_CA_CERTS).',
  },
  {
    says: /sentinels are unreachable/i,
    cure: 'See that the sentinels in REDIS_URL run, and that they know a master of the name that stands after them.',
  },
  {
    says: /ENOTFOUND|EAI_AGAIN/,
    cure: 'No such host is known: right it in REDIS_URL, or see that names are looked up.',
  },
];

/** The driver's own words where they help; what it says of bytes that it cannot read is for its authors. */
function reasonInWords(reason: string): string {
  return NO_REDIS.test(reason) ? 'the answer is not in the protocol of Redis' : reason;
}

/** The reason in a few words. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return NO_CONNECTION;
  if (error instanceof StoreUnavailableError && error.cause !== undefined) return describe(error.cause);
  // The driver tells that all nodes failed, and beside it how the last one did.
  if ('lastNodeError' in error && error.lastNodeError instanceof Error) return describe(error.lastNodeError);
  // Refused connections to a name with several addresses have a code and no message.
  const message = error.message === '' && 'code' in error ? String(error.code) : error.message;
  return message.replace(/ Retrying from scratch after \d+ms\./, '').replace(/[\s.]+$/, '');
}
