import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findStatements, withoutStatement } from './lua-statements.ts';

/** A script that lacks one statement. */
export interface Mutant {
  /** Says which it is: `cast-vote.lua:31 local limit = ...`. */
  readonly name: string;
  /** Path from the root of the project. */
  readonly file: string;
  readonly text: string;
}

const STORE = 'server/store/redis';
const SUITES = 'server/store/suites';
const FOLDER = `${STORE}/lua`;
/** All that a vote and a check are made of. */
const FILES = ['cast-vote', 'check-votes', 'answer-each', 'read-window', 'read-lock', 'read-clock', 'day-of'];

export function listMutants(): Mutant[] {
  return FILES.flatMap((name) => {
    const file = `${FOLDER}/${name}.lua`;
    const source = readFileSync(file, 'utf8');
    return findStatements(source).map((statement) => ({
      name: `${name}.lua:${statement.line} ${statement.head}`,
      file,
      text: withoutStatement(source, statement),
    }));
  });
}

/** Changes with every file of the store and of its suites: what was found before is not known of others. */
export function hashOfStore(): string {
  const hash = createHash('sha256');
  for (const folder of [STORE, SUITES]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name);
      if (statSync(path).isFile()) hash.update(`${path}\0`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}
