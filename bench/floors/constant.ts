import { serveSmallJson } from './small-json-server.ts';

/** The floor below the floor: node:http that reads the body and answers a constant. */
const ANSWER = JSON.stringify({
  success: true,
  votes: 1,
  nextVoteAt: '2026-01-01T00:00:00.000Z',
  message: 'Thank you for voting for Server 1. The next vote is possible at 2026-01-01T00:00:00.000Z.',
});

serveSmallJson(() => ANSWER);
