/** Why a use case refused: the caller asked wrongly, or the state of the store does not allow it. */
export type RefusalReason = 'bad_usage' | 'not_possible';

/** A refusal whose message is one line for the operator: it names the member and says how to right it. Holds no secret. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
