import { hashKey } from '../../accounts/key-format.ts';
import { signRequest } from '../../vote/attested-address.ts';
import { type Answer, type AskOptions, ask } from '../api-client.ts';
import { randomIp } from '../tenant.ts';
import type { Owner } from './installation.ts';
import type { Target } from './service-process.ts';

export interface VoteOptions extends Pick<AskOptions, 'agent'> {
  /** The voter; left out, somebody who has never voted. */
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** POST /vote for the owner's server by its slug, as the site of an owner or a trusted proxy sends it. */
export function vote(service: Target, owner: Owner, options: VoteOptions = {}): Promise<Answer> {
  const { ip = randomIp(), headers = {}, agent } = options;
  const body = JSON.stringify({ slug: owner.slug });
  return ask(`${service.url}/vote`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-API-KEY': owner.key,
      ...(owner.attests ? attest(owner, ip, body) : { 'X-Forwarded-For': ip }),
      ...headers,
    },
    ...(agent === undefined ? {} : { agent }),
  });
}

/** GET /vote/check for an address. */
export function check(service: Target, owner: Owner, ip: string): Promise<Answer> {
  const query = new URLSearchParams({ slug: owner.slug, ip });
  return ask(`${service.url}/vote/check?${query}`, { headers: { 'X-API-KEY': owner.key } });
}

/** All votes of the owner's server, as the check tells them. */
export async function totalOf(service: Target, owner: Owner): Promise<number> {
  return (await check(service, owner, randomIp())).body.serverVotes;
}

function attest(owner: Owner, clientIp: string, body: string): Record<string, string> {
  const signed = { method: 'POST', url: '/vote', clientIp, body: Buffer.from(body) };
  const signature = signRequest(signed, hashKey(owner.key), Math.floor(Date.now() / 1000));
  return { 'X-Vote-Client-IP': clientIp, 'X-Vote-Signature': signature };
}
