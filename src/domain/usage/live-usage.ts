/** What an account may have open at the same time, over all API processes. */

/** Numbers of web sockets and of subscriptions. */
export interface LiveUsage {
  sockets: number;
  subscriptions: number;
}

/** How long the usage of a process counts without a renewal. */
export const LEASE_MS = 6_000;
