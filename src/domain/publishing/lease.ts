/**
 * How long a worker may send publishing requests for an attempt. The post's `leaseUntil` says until when one of them may
 * be in flight: the lease, and then as long as a request takes and a platform may go on storing what it was sent. No other
 * worker sends before that, so a worker must not send once its lease has expired.
 */
export interface Lease {
  isLive(): boolean;
}

export interface LeaseTimes {
  /** How long a platform may take to respond to a request. */
  requestTimeoutMs: number;
  /** How long it may go on storing what it was sent after that. */
  graceMs: number;
}

/** Between an attempt's row and its first byte: at most one slow request before it, and a busy machine. */
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

/** Until when a request may be in flight of an attempt whose lease begins now. */
export const uncertainAfter = (now: Date, times: LeaseTimes, withinMs = 0): Date =>
  new Date(now.getTime() + mayBeInFlightMs(times) + withinMs);

/** How long a request of an attempt that has just begun may be in flight. */
export const mayBeInFlightMs = (times: LeaseTimes): number =>
  sendWithinMs(times) + times.requestTimeoutMs + times.graceMs;

/**
 * Until when a request may be in flight whose response is lost: a connection that breaks early says nothing about the
 * platform, which may take as long as for any other response, and go on storing after that. `sentAt` is null if none left.
 */
export const inFlightUntil = (sentAt: Date | null, now: Date, { requestTimeoutMs, graceMs }: LeaseTimes): Date =>
  sentAt ? new Date(sentAt.getTime() + requestTimeoutMs + graceMs) : now;
