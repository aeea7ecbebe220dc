/** What `node --cpu-prof` writes, as far as it is needed. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Node that ran at each sample. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** Time that was spent in a function or a file itself, not in what it calls. */
export interface SelfTime {
  readonly name: string;
  /** Of all time that was not idle, from 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly SelfTime[];
  /** By file, with the files of a package put together. */
  readonly places: readonly SelfTime[];
  /** Of the whole time, from 0 to 1. */
  readonly idleShare: number;
}

/** Sums the time of each function and each place, the longest first. @param root folder of the project, left out of names */
export function readProfile(profile: CpuProfile, root: string): ProfileSummary {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  let idle = 0;
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const micros = profile.timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === '(idle)') {
      idle += micros;
      continue;
    }
    busy += micros;
    const place = placeOf(frame.url, root);
    const line = frame.lineNumber < 0 ? '' : `:${frame.lineNumber + 1}`;
    add(functions, `${frame.functionName || '(anonymous)'} ${shorten(frame.url, root)}${line}`.trim(), micros);
    add(places, place === '' ? frame.functionName : place, micros);
  }
  return { functions: ranked(functions, busy), places: ranked(places, busy), idleShare: idle / (idle + busy) };
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros);
}

function ranked(sums: ReadonlyMap<string, number>, busy: number): SelfTime[] {
  return [...sums]
    .map(([name, micros]) => ({ name, share: micros / busy }))
    .sort((one, other) => other.share - one.share);
}

function placeOf(url: string, root: string): string {
  const path = shorten(url, root);
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return inPackage === undefined ? path : `package ${inPackage}`;
}

function shorten(url: string, root: string): string {
  return url.replace('file://', '').replace(`${root}/`, '');
}
