/**
 * How voting for a server stands. `voted` just now on this page, `cooldown` earlier or by somebody else on this network,
 * `busy` while the service asked for patience.
 */
export type VoteStatus =
  | 'checking'
  | 'ready'
  | 'voting'
  | 'voted'
  | 'cooldown'
  | 'busy'
  | 'offline'
  | 'error'
  | 'misconfigured';

/** May the visitor press the button? */
export function isPressable(status: VoteStatus): boolean {
  return status === 'ready' || status === 'error';
}
