/** The store did not answer in time or refused the write; whether the write was applied is not known. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The clocks of this process and of the store differ by more than ten minutes; nothing was written. */
export class ClockSkewError extends Error {
  override readonly name = 'ClockSkewError';
}

/** The store may evict keys, so locks could be lost; nothing was written. */
export class EvictionPolicyError extends Error {
  override readonly name = 'EvictionPolicyError';
}

/** The address of a store is not well-formed. The message says what is right, without a password. */
export class StoreAddressError extends Error {
  override readonly name = 'StoreAddressError';
}

/** The store was written under another SECRET, so every lock in it would be missed. */
export class SecretMismatchError extends Error {
  override readonly name = 'SecretMismatchError';
}
