import type { LimiterChannel } from '../limiter-channel.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { isUnknownScript, sendBySha, shaOf } from './call-by-sha.ts';
import type { RedisConnection } from './connection.ts';
import { LIMITS_PREFIX } from './keys.ts';

const KNOWN: ReadonlySet<string> = new Set(['EVALSHA', 'DEL', 'DECR']);

/**
 * rate-limit-redis loads its scripts once and keeps the promise: loaded while Redis is away it fails for ever, and on a
 * Cluster only the node that it happened to ask knows the script. So nothing is loaded here: SCRIPT LOAD is answered from
 * the text alone, and EVALSHA sends the text itself to a node that does not know it.
 */
export function createLimiterChannel(connection: RedisConnection): LimiterChannel {
  const scripts = new Map<string, string>();

  async function evaluate(sha: string, key: string, rest: readonly string[]): Promise<unknown> {
    const { client } = connection;
    try {
      return await sendBySha(client, sha, [1, key, ...rest]);
    } catch (error) {
      const script = scripts.get(sha);
      if (script === undefined || !isUnknownScript(error)) throw error;
      return client.eval(script, 1, key, ...rest);
    }
  }

  function dispatch([name, first = '', _keyCount, key = '', ...rest]: readonly string[]): Promise<unknown> {
    if (name === 'EVALSHA') return evaluate(first, key, rest);
    return name === 'DEL' ? connection.client.del(first) : connection.client.decr(first);
  }

  return {
    keyPrefix: LIMITS_PREFIX,
    async send(words) {
      const [name, subcommand, script = ''] = words;
      if (name === 'SCRIPT' && subcommand === 'LOAD') {
        const sha = shaOf(script);
        scripts.set(sha, script);
        return sha;
      }
      if (name === undefined || !KNOWN.has(name)) throw new Error(`The limiter may not send ${name}.`);
      if (!connection.isReady()) throw new StoreUnavailableError('Redis is away.');
      connection.gatherWrites();
      try {
        return await dispatch(words);
      } catch (cause) {
        throw new StoreUnavailableError('Redis did not count a request.', { cause });
      }
    },
  };
}
