export interface CallOptions {
  /** Ends the call with the signal's reason. A request that was sent may still be executed. */
  signal?: AbortSignal | undefined;
}
