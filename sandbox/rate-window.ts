/** How much of a limit a caller has used. */
export interface RateState {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number;
  exceeded: boolean;
}

/** Counts calls in fixed windows of time, as the platforms do. */
export class RateWindow {
  private windowEnd = 0;
  private counts = new Map<string, number>();

  constructor(
    private readonly limit: number,
    private readonly windowSeconds: number,
  ) {}

  /** Counts one call of `key`. */
  take(key: string, now = Date.now()): RateState {
    const { limit, windowSeconds } = this;
    if (now >= this.windowEnd) {
      const length = windowSeconds * 1000;
      this.windowEnd = now - (now % length) + length;
      this.counts.clear();
    }
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const remaining = Math.max(0, limit - count);
    return { limit, windowSeconds, remaining, resetAt: this.windowEnd, exceeded: count > limit };
  }
}
