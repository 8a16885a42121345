import { type Channel, type LiveHub, RESYNC } from './live-hub.js';

/** When this process heard of the last change of an account, in milliseconds of its monotonic clock. */
export interface ChangeTimes {
  /** Hears of the changes that a channel's notices are about. */
  follow<Notice>(channel: Channel<Notice>): void;
  /** The last change of any of these users. What happened before this process followed, or while it heard nothing, is then. */
  lastOf(userIds: readonly string[]): number;
  /** Nobody asks about changes up to then any more. */
  forget(until: number): void;
  stop(): void;
}

/** Accounts that are kept; with more, all count as changed. */
const MAX_KEPT = 100_000;

export function watchChanges({
  hub,
  monotonic,
}: {
  hub: Pick<LiveHub, 'follow'>;
  monotonic: () => number;
}): ChangeTimes {
  const times = new Map<string, number>();
  const unfollow: (() => void)[] = [];
  let allAt = monotonic();

  function noteAll(): void {
    times.clear();
    allAt = monotonic();
  }

  function note(topic: string): void {
    // In the order of their times.
    times.delete(topic);
    times.set(topic, monotonic());
    if (times.size > MAX_KEPT) noteAll();
  }

  return {
    follow(channel) {
      const end = hub.follow(channel, null, (notice) => {
        if (notice === RESYNC) noteAll();
        else channel.topicsOf(notice).forEach(note);
      });
      unfollow.push(end);
    },
    lastOf: (userIds) => Math.max(allAt, ...userIds.map((id) => times.get(id) ?? allAt)),
    forget(until) {
      for (const [topic, at] of times) {
        if (at > until) return;
        times.delete(topic);
      }
    },
    stop() {
      for (const end of unfollow) end();
    },
  };
}
