import type { Database } from 'better-sqlite3';

/**
 * Every step that brought the schema to where it is; `user_version` counts the steps that a file has taken. A step that was
 * released is never changed again.
 *
 * Accounts have an internal number, so that a vote costs few bytes: an id of text would stand in every lock and log entry.
 * The tables of votes are WITHOUT ROWID, which stores a row once, in the order in which it is looked for.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('generation', 0);

  -- Numbers are never given twice, so that what is left of a deleted account can never be taken for another's.
  CREATE TABLE accounts (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    username TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    last_server_num INTEGER NOT NULL DEFAULT 0,
    last_vote_ms INTEGER NOT NULL DEFAULT 0,
    last_vote_seq INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE servers (
    account INTEGER NOT NULL REFERENCES accounts (num),
    num INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    description TEXT NOT NULL,
    image TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (account, num),
    UNIQUE (account, slug)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX servers_by_name ON servers (account, folded_name);

  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (num),
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('vote', 'user')),
    attest INTEGER NOT NULL,
    votes_per_minute INTEGER,
    created_at TEXT NOT NULL,
    expires_at_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keys_by_account ON keys (account);

  CREATE TABLE sites (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (num),
    name TEXT NOT NULL,
    origins TEXT NOT NULL,
    key_id TEXT NOT NULL,
    votes_per_minute INTEGER,
    ask_username INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sites_by_account ON sites (account);

  -- A row per server from its creation on: a vote for a server without one is refused.
  CREATE TABLE totals (
    account INTEGER NOT NULL,
    server INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    PRIMARY KEY (account, server)
  ) STRICT, WITHOUT ROWID;

  -- The day is counted from 1970 on.
  CREATE TABLE days (
    account INTEGER NOT NULL,
    server INTEGER NOT NULL,
    day INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    PRIMARY KEY (account, server, day)
  ) STRICT, WITHOUT ROWID;

  -- The sliding minutes: how many votes a key had counted in which millisecond.
  CREATE TABLE stamps (
    account INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    ms INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    PRIMARY KEY (account, key_id, ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE locks (
    account INTEGER NOT NULL,
    server INTEGER NOT NULL,
    voter TEXT NOT NULL,
    next_vote_at_ms INTEGER NOT NULL,
    vote_ms INTEGER NOT NULL,
    vote_seq INTEGER NOT NULL,
    total INTEGER NOT NULL,
    idempotency TEXT,
    attempt TEXT NOT NULL,
    PRIMARY KEY (account, server, voter)
  ) STRICT, WITHOUT ROWID;

  -- ms and seq are the vote id; ahead_ms is how far it is ahead of the clock, which is 0 unless the clock went back.
  CREATE TABLE votes (
    account INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    server INTEGER NOT NULL,
    ahead_ms INTEGER NOT NULL,
    username TEXT,
    total INTEGER NOT NULL,
    via INTEGER NOT NULL,
    network TEXT NOT NULL,
    PRIMARY KEY (account, ms, seq)
  ) STRICT, WITHOUT ROWID;

  -- Deleted accounts (server 0) and servers whose votes are still to be taken away, and how far that went in the log.
  CREATE TABLE graves (
    account INTEGER NOT NULL,
    server INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    after_ms INTEGER NOT NULL DEFAULT 0,
    after_seq INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account, server)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The votes of a server's current day stand beside its total, which each vote writes anyhow, and go to days when another
  -- day has one. What days has of the same day adds to them.
  ALTER TABLE totals ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE totals ADD COLUMN day_votes INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- The sliding minute of a key is read out of the log, which each vote writes anyhow. An id in each entry would take a fifth of
  -- the file, so keys that have voted have a number within their account, for ever.
  CREATE TABLE voting_keys (
    account INTEGER NOT NULL,
    id TEXT NOT NULL,
    num INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT, WITHOUT ROWID;
  -- The number of the key in whose minute the vote counts; NULL: in none, or it stands in minutes.
  ALTER TABLE votes ADD COLUMN key INTEGER;

  -- Votes of sliding minutes that the log does not tell of: of an archive, of deleted servers, and those before a clock went back.
  CREATE TABLE minutes (
    account INTEGER NOT NULL,
    key INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    PRIMARY KEY (account, key, ms)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO voting_keys
    SELECT account, key_id, row_number() OVER (PARTITION BY account ORDER BY key_id)
    FROM (SELECT DISTINCT account, key_id FROM stamps);
  INSERT INTO minutes
    SELECT s.account, k.num, s.ms, s.votes FROM stamps AS s JOIN voting_keys AS k ON k.account = s.account AND k.id = s.key_id;
  DROP TABLE stamps;
  `,
  `
  -- Entries of the log on their way there, a row for each transaction of votes; see VoteJournal. The first row is empty.
  CREATE TABLE journal (num INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;
  INSERT INTO journal VALUES (0, '[]');
  -- A process of an earlier version that still runs would count without the journal: by its old name it finds no totals.
  ALTER TABLE totals RENAME TO moved_totals;
  `,
];

/**
 * Brings the file to the newest schema; two processes may do so at once.
 * @throws Error when the file comes from a newer version, or is not of this service.
 */
export function migrate(db: Database, path: string): void {
  // Asking for the right to write could fail beside a service that is busy voting.
  if (readVersion(db) === MIGRATIONS.length) return;
  db.transaction(() => {
    const version = readVersion(db);
    if (version > MIGRATIONS.length) {
      throw new Error(
        `${path} was written by a newer version of server-vote (schema ${version}, this one knows ${MIGRATIONS.length}): ` +
          'start that version again, or name another DATA_DIR.',
      );
    }
    if (version === 0 && hasTables(db)) {
      throw new Error(`${path} is the database of another program: move it away, or name another DATA_DIR.`);
    }
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  }).immediate();
}

function readVersion(db: Database): number {
  return db.prepare<[], number>('PRAGMA user_version').pluck().get() ?? 0;
}

function hasTables(db: Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() !== undefined;
}
