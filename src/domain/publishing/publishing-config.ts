export interface PublishingConfig {
  /** Posts that one worker publishes at the same time. */
  concurrency: number;
  /** Platforms whose posts are left to other workers. */
  otherPlatforms: readonly string[];
  /** How long a platform may take to respond to one request. */
  requestTimeoutMs: number;
  /** How long after its response was due a platform may still store what it was sent. */
  graceMs: number;
  /** How long a platform's lists may lack a post that it has stored; null: as its rules say. */
  listLagMs: number | null;
  /** Waits before the second to the fifth attempt. */
  retryDelaysMs: number[];
  /** The first wait for a platform that has rate-limited an account; the next ones double. */
  rateLimitWaitMs: number;
  /** A post that is later than this is not published any more. */
  maxLatenessMs: number;
  /** Whether this process begins no attempts. */
  paused: boolean;
  /** A worker that is silent for this long has lost its jobs. */
  heartbeatSeconds: number;
}
