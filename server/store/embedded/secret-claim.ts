import { SecretMismatchError } from '../store-errors.ts';
import type { DatabaseFile } from './database-file.ts';

/** See Stores.claimSecret. The file keeps the fingerprint of the current secret. */
export async function claimSecret(file: DatabaseFile, fingerprints: readonly string[]): Promise<void> {
  const [current] = fingerprints;
  if (current === undefined) throw new Error('claimSecret needs the fingerprint of a secret');
  const known = file.db.prepare<[], string>("SELECT value FROM meta WHERE name = 'secret'").pluck();
  const save = file.db.prepare<[string]>("INSERT OR REPLACE INTO meta VALUES ('secret', ?)");
  if (file.read(() => known.get()) === current) return;
  await file.write(() => {
    const fingerprint = known.get();
    if (fingerprint !== undefined && !fingerprints.includes(fingerprint)) {
      throw new SecretMismatchError(
        `The votes in ${file.path} were counted under another SECRET, so every voter could vote twice: ` +
          'start with that SECRET, or with SECRET=new,old for one cooldown to replace it.',
      );
    }
    save.run(current);
  });
}
