/**
 * How long publishing requests of an attempt may leave. Its post says until when something of it may be under way
 * (`leaseUntil`): this long after the attempt was stored, and then as long as a request takes and a platform goes on
 * storing. Nobody else sends before that has passed, so whoever finds the lease expired must not send any more.
 */
export interface Lease {
  isLive(): boolean;
}

export interface LeaseTimes {
  /** How long a platform may take to answer a request. */
  requestTimeoutMs: number;
  /** How long it may go on storing what it was sent after that. */
  graceMs: number;
}

/** What stands between an attempt's row and its first byte: at most one slow request before it, and a busy machine. */
const MARGIN_MS = 5_000;

const sendWithinMs = ({ requestTimeoutMs }: LeaseTimes): number => requestTimeoutMs + MARGIN_MS;

/**
 * A lease from now on. It counts from before the row is stored, by a clock that neither a pause of the process nor a
 * correction of the machine's time stops.
 */
export function grantLease(monotonic: () => number, times: LeaseTimes): Lease {
  const end = monotonic() + sendWithinMs(times);
  return { isLive: () => monotonic() < end };
}

/** Until when something of an attempt may be under way whose lease begins now. */
export const uncertainAfter = (now: Date, times: LeaseTimes, withinMs = 0): Date =>
  new Date(now.getTime() + sendWithinMs(times) + times.requestTimeoutMs + times.graceMs + withinMs);
