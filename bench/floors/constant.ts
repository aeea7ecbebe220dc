import { serveSmallJson } from './small-json-server.ts';

/** The floor below the floor: node:http that reads the body and answers a constant of the kind that is asked for. */
const VOTE = JSON.stringify({
  success: true,
  votes: 1,
  nextVoteAt: '2026-01-01T00:00:00.000Z',
  message: 'Thank you for voting for Server 1. The next vote is possible at 2026-01-01T00:00:00.000Z.',
});
const CHECK = '{"canVote":true,"nextVoteAt":null,"serverVotes":1}';
const CHECKS = `{"now":"2026-01-01T00:00:00.000Z","results":[${Array.from({ length: 20 }, () => CHECK).join(',')}]}`;

serveSmallJson(({ method, url = '' }) => {
  if (method === 'POST') return { status: 200, body: VOTE };
  return { status: 200, body: url.startsWith('/sites/') ? CHECKS : CHECK };
});
