import pino from 'pino';
import { createTimeWriter } from '../write-time.ts';
import { describeError } from './describe-error.ts';
import { gatherLines } from './gather-lines.ts';
import { openStdout, type StdoutOptions } from './open-stdout.ts';

export interface LoggerOptions extends Pick<StdoutOptions, 'onFault'> {
  readonly nowMs: () => number;
  /** Calls its listener at the very end of the process, also of one that fails. */
  readonly onExit: (listener: () => void) => void;
  /** Do other processes write to the same stdout? */
  readonly isShared: boolean;
}

/** Bytes that a pipe of Linux takes as one piece, so that lines of processes which share it do not cut into each other (pipe(7)). */
const PIPE_BUF = 4_096;
/** Each writing takes time beside that for its letters. */
const ALONE = 16_384;

/** The log of this process, on stdout: a JSON object a line. */
export interface ProcessLog {
  readonly logger: pino.Logger;
  /** Writes the last lines, before the process ends. */
  readonly flush: () => void;
}

export function createLogger(level: string, { nowMs, onExit, isShared, onFault }: LoggerOptions): ProcessLog {
  const most = isShared ? PIPE_BUF : ALONE;
  const lines = gatherLines(openStdout({ most, onFault }), most);
  onExit(lines.flush);
  const settings = { level, base: null, timestamp: createTimestamp(nowMs) };
  const logger = pino({ ...settings, serializers: { err: describeError } }, lines);
  return { logger, flush: lines.flush };
}

/** The instant as pino's own `isoTime` writes it, put into words once a millisecond: a busy service logs several lines in one. */
function createTimestamp(nowMs: () => number): () => string {
  const writeTime = createTimeWriter();
  return () => `,"time":"${writeTime(nowMs())}"`;
}
