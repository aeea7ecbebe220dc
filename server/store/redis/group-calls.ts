import type { ScriptCall } from './call-by-sha.ts';
import { TurnGroups } from './turn-groups.ts';

/** A request to a script that answers several in one call, as answer-each.lua describes it. */
export interface GroupedRequest {
  readonly accountId: string;
  readonly keys: readonly string[];
  /** With one space between them. */
  readonly words: string;
}

/** What the script answered. */
export interface GroupedReply {
  /** The store's clock. */
  readonly nowMs: number;
  /** The store's clock minus this process's when the call was sent. */
  readonly skewMs: number;
  /** The reply to the request; the tag of the answer where that is one for all requests. */
  readonly reply: unknown;
}

export interface GroupParts {
  readonly call: ScriptCall;
  /** The two clocks as the scripts take them. */
  readonly clocks: () => readonly [given: number | '', app: number];
  readonly isCluster: boolean;
  /** Does what it is given when all input of the turn was taken in. */
  readonly atEndOfTurn: (work: () => void) => void;
}

interface Waiting {
  readonly request: GroupedRequest;
  readonly resolve: (reply: GroupedReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A group that has so many keys is sent: Redis does nothing else meanwhile, so that it has to be done in a few milliseconds. */
const MANY_KEYS = 160;

/**
 * Gathers the requests of one turn of the event loop and sends them as one call. A call that is lost is lost for each of them.
 *
 * In a Cluster a call may be for one account only. One that looks like a single Redis, as it has one shard or something in
 * front of it, is known by its first refusal, which comes before anything was done.
 */
export function createGroupCalls({ call, clocks, isCluster, atEndOfTurn }: GroupParts) {
  let isByAccount = isCluster;
  const groups = new TurnGroups<Waiting>({
    heaviest: MANY_KEYS,
    atEndOfTurn,
    weightOf: ({ request }) => request.keys.length,
    send: (waiting) => void send(waiting),
  });

  const add = (waiting: Waiting) => groups.add(isByAccount ? waiting.request.accountId : '', waiting);

  async function send(waiting: readonly Waiting[]): Promise<void> {
    try {
      const [given, app] = clocks();
      const answer = readAnswer(await call(wordsOf(waiting, [given, app])), app);
      waiting.forEach(({ resolve, reject }, at) => {
        const reply = answer.replyTo(at);
        if (reply instanceof Error) reject(reply);
        else resolve({ nowMs: answer.nowMs, skewMs: answer.skewMs, reply });
      });
    } catch (error) {
      const isForOne = waiting.every(({ request }) => request.accountId === waiting[0]?.request.accountId);
      if (isForOne || !isCrossSlot(error)) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      isByAccount = true;
      waiting.forEach(add);
    }
  }

  return (request: GroupedRequest): Promise<GroupedReply> =>
    new Promise((resolve, reject) => add({ request, resolve, reject }));
}

/** A number of keys, the keys, the clocks, and what answer-each.lua takes of each request. */
function wordsOf(waiting: readonly Waiting[], clocks: readonly (string | number)[]): (string | number)[] {
  const words: (string | number)[] = [waiting.reduce((sum, { request }) => sum + request.keys.length, 0)];
  for (const { request } of waiting) for (const key of request.keys) words.push(key);
  words.push(...clocks);
  for (const { request } of waiting) words.push(request.keys.length, request.words);
  return words;
}

function readAnswer(answer: unknown, appNowMs: number) {
  const parts: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const nowMs = Number(parts[1]);
  const isForEach = parts[0] === 'answered';
  return { nowMs, skewMs: nowMs - appNowMs, replyTo: (at: number) => parts[isForEach ? at + 2 : 0] };
}

function isCrossSlot(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('CROSSSLOT');
}
