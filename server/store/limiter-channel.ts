/** The way to Redis for the limiter of requests, which brings its own scripts. */
export interface LimiterChannel {
  /** What the keys of the limiter begin with. */
  readonly keyPrefix: string;
  /**
   * Sends a command once; what went wrong is not tried again, for counting twice is not counting once. Knows SCRIPT LOAD
   * and EVALSHA of what was so loaded, DEL and DECR.
   *
   * @throws StoreUnavailableError when Redis does not answer in time.
   */
  send(words: readonly string[]): Promise<unknown>;
}
