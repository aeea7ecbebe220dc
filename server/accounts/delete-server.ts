import type { DirectoryStore } from '../store/directory-store.ts';
import { RefusedError, reasonOf } from './refused-error.ts';

/**
 * Deletes the server of this id with its votes, locks and log.
 * @throws RefusedError when it broke off, which says how to go on.
 */
export async function deleteServer(directory: DirectoryStore, serverId: string): Promise<void> {
  try {
    await directory.deleteServer(serverId);
  } catch (error) {
    throw new RefusedError(
      `Server ${serverId} may be deleted in part${reasonOf(error)}; run \`server-vote servers delete ${serverId} --yes\` until it is done.`,
      { cause: error },
    );
  }
}

/** Goes on with a deletion that broke off: its server is not found any more. @returns whether there was one. */
export async function resumeServerDeletion(directory: DirectoryStore, serverId: string): Promise<boolean> {
  return (await directory.findServer(serverId)) === null && directory.deleteServer(serverId);
}
