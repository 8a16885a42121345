/** What an account may have open at the same time, over all API processes. */

/** Numbers of web sockets and of subscriptions. */
export interface LiveUsage {
  sockets: number;
  subscriptions: number;
}

/** How long what a process holds counts when nothing is heard of it any more. */
export const LEASE_MS = 6_000;
