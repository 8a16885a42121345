import type { Logger } from 'pino';
import type { LiveHub } from '../events/live-hub.js';
import { PAUSE_CHANGES } from './publishing-pause.repository.js';

/** Why this process publishes nothing for now. */
export interface PublishingPause {
  since: Date;
  /** The variable of this process, or the operator's command for the whole installation. */
  by: 'PUBLISH_PAUSED' | 'admin pause';
}

/** Finds a change that no notification announced. */
const READ_AGAIN_MS = 5_000;

export interface PauseWatch {
  /** Null while publishing is not paused. */
  current(): PublishingPause | null;
  /** Calls the listener when publishing goes on. */
  onResume(listener: () => void): void;
  stop(): void;
}

/** Knows whether publishing is paused, from the start on, and logs every change. */
export async function makePauseWatch(needs: {
  hub: LiveHub;
  /** Since when publishing is paused in the database; null when it is not. */
  readPause: () => Promise<Date | null>;
  /** Whether this process is configured to publish nothing. */
  configured: boolean;
  clock: () => Date;
  log: Logger;
}): Promise<PauseWatch> {
  const { hub, readPause, configured, clock, log } = needs;
  const startedAt = clock();
  const listeners: (() => void)[] = [];
  let current: PublishingPause | null = null;
  /** The newest of the reads under way: an older one that ends later is out of date. */
  let newest = 0;

  function set(since: Date | null): void {
    const before = current;
    if (since) current = { since, by: 'admin pause' };
    else current = configured ? { since: startedAt, by: 'PUBLISH_PAUSED' } : null;
    if (current?.by === before?.by) return;
    if (current) {
      log.warn({ since: current.since }, `Publishing is paused by ${current.by}`);
    } else {
      log.warn('Publishing is not paused any more');
      for (const listener of listeners) listener();
    }
  }

  async function read(): Promise<void> {
    newest += 1;
    const own = newest;
    const since = await readPause();
    if (own === newest) set(since);
  }

  const readAgain = () =>
    void read().catch((error) => log.warn({ err: error }, 'Whether publishing is paused could not be read'));

  const unfollow = hub.follow(PAUSE_CHANGES, null, readAgain);
  const timer = setInterval(readAgain, READ_AGAIN_MS);
  await read();
  return {
    current: () => current,
    onResume: (listener) => void listeners.push(listener),
    stop() {
      unfollow();
      clearInterval(timer);
    },
  };
}
