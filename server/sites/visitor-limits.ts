import type { Request, RequestHandler } from 'express';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';

/** What one visitor may do in a minute, by whichever way it votes and reads. */
export interface VisitorLimits {
  readonly vote: RequestHandler;
  readonly read: RequestHandler;
}

const VOTES_A_MINUTE = 30;
const READS_A_MINUTE = 120;

export function createVisitorLimits(abuseLimit: CreateAbuseLimit, clientIp: ClientIp): VisitorLimits {
  const visitorOf = (req: Request) => clientIp.labelOf(req);
  return { vote: abuseLimit(VOTES_A_MINUTE, visitorOf), read: abuseLimit(READS_A_MINUTE, visitorOf) };
}
