import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use of the part of the heap that the quick collections leave alone. */
export function oldBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? Number.NaN;
}

/** Collects all of the heap. */
export function collectGarbage(): void {
  collectorOfV8()();
}

/** Makes what collects what is young, as V8 does all the time: what has lived through two of these is old. */
export function createYoungCollector(): () => void {
  const collect = collectorOfV8();
  return () => collect({ type: 'minor' });
}

/** Makes all objects young, as the command line does before anything else. */
export function makeAllYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** The context that it comes from takes memory itself. */
function collectorOfV8(): (options?: object) => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('V8 lets nobody collect.');
  return (options) => collect(options);
}
