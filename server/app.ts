import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { FindKey } from './accounts/key-finder.ts';
import type { Config } from './config.ts';
import { type ContentAnswers, createContentAnswers } from './content/content-answers.ts';
import { type ContentRouteOptions, createContentRouter } from './content/routes.ts';
import { createAbuseLimits } from './http/abuse-limit.ts';
import { createKeyCheck } from './http/api-key.ts';
import { type ClientIp, createClientIp } from './http/client-ip.ts';
import { inTurn } from './http/in-turn.ts';
import type { Metrics } from './http/metrics.ts';
import { answerNotFound, createErrorAnswer } from './http/problem-response.ts';
import { createQuotaLimit } from './http/quota-limit.ts';
import { createRequestLog, tellOf } from './http/request-log.ts';
import { createRequestStates } from './http/request-state.ts';
import { createOperationsRouter } from './operations/routes.ts';
import type { HealthWatch } from './operations/watch-health.ts';
import { createSitesRouter } from './sites/routes.ts';
import type { ContentStore } from './store/content-store.ts';
import type { DirectoryReader } from './store/directory-reader.ts';
import type { LimiterChannel } from './store/limiter-channel.ts';
import type { VoteStore } from './store/vote-store.ts';
import type { VoteRules } from './vote/cast-vote.ts';
import type { Pepper } from './vote/pepper.ts';
import { createVoteRouter } from './vote/routes.ts';
import { createVoterHasher } from './vote/voter.ts';
import { createTimeWriter } from './write-time.ts';

export interface AppOptions {
  readonly config: Config;
  readonly votes: VoteStore;
  readonly directory: DirectoryReader;
  readonly content: ContentStore;
  /** Where the quota of /v1 is counted for all processes; `null` where there is one. */
  readonly limiter: LimiterChannel | null;
  /** Finds a key by its text; `null` for whatever is not a key, was revoked or has ended. */
  readonly findKey: FindKey;
  readonly pepper: Pepper;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: HealthWatch;
  /** The wall clock in milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
  /** The pages: demo, reference. */
  readonly pages: RequestHandler;
}

const FAILED_KEYS_A_MINUTE = 30;

/** The whole service as an Express app. Mounts routers, never listens. */
export function createApp(options: AppOptions): Express {
  const { config, logger, metrics, nowMs } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);

  const clientIp = createClientIp(config);
  const abuseLimit = createAbuseLimits(nowMs);
  const failureLimit = abuseLimit(FAILED_KEYS_A_MINUTE, (req) => clientIp.labelOf(req));
  const requireKey = createKeyCheck({ findKey: options.findKey, failureLimit });
  const rules = rulesOf(options);
  const content = createContentAnswers(options.content);

  // In one step of the app, for each step is felt by every vote.
  app.use(
    inTurn([
      createRequestLog({
        stateOf: createRequestStates(() => performance.now()),
        clock: () => performance.now(),
        onAnswer: tellOf(metrics, logger),
      }),
      // First, for its answers come from memory.
      createContent(options, { answers: content, requireKey: requireKey('user') }),
      createVoteRouter({
        rules,
        clientIp,
        abuseLimit,
        nowMs,
        ipv6Prefix: config.ipv6Prefix,
        requireKey: requireKey('vote'),
        onDecision: metrics.countVote,
      }),
      createHostedSites(options, { rules, content, clientIp, abuseLimit }),
    ]),
  );
  app.use(
    createOperationsRouter({
      health: options.health,
      isStopping: options.isStopping,
      metricsRegistry: config.metricsPort === config.port ? metrics.registry : null,
    }),
  );
  app.use(options.pages);
  app.use(answerNotFound);
  app.use(createErrorAnswer(logger));
  return app;
}

function createContent(
  { config, limiter, nowMs }: AppOptions,
  parts: Pick<ContentRouteOptions, 'answers' | 'requireKey'>,
): RequestHandler {
  const limit = createQuotaLimit({
    name: 'content',
    perMinute: config.contentPerMinute,
    channel: limiter,
    wallClock: nowMs,
  });
  return createContentRouter({ ...parts, limit });
}

function createHostedSites(
  { config, directory, metrics }: AppOptions,
  shared: {
    readonly rules: VoteRules;
    readonly content: ContentAnswers;
    readonly clientIp: ClientIp;
    readonly abuseLimit: ReturnType<typeof createAbuseLimits>;
  },
): RequestHandler {
  return createSitesRouter({
    ...shared,
    directory,
    publicUrl: config.publicUrl,
    onDecision: (status) => metrics.countVote(status, 'hosted'),
  });
}

function rulesOf({ config, votes, directory, pepper }: AppOptions): VoteRules {
  const { cooldownMs, votesPerMinute } = config;
  return {
    votes,
    directory,
    voterOf: createVoterHasher(pepper),
    cooldownMs,
    votesPerMinute,
    writeTime: createTimeWriter(),
  };
}
