import type { Logger } from 'pino';
import type { FetchDueFeeds } from '../src/domain/feeds/fetch-due-feeds.use-case.js';

/** How often a worker looks for feeds that are due. Most are so every half an hour. */
const LOOK_EVERY_MS = 5_000;
/** Feeds that a worker fetches concurrently. */
const AT_ONCE = 4;

/**
 * Reads feeds that are due. Returns a function that stops it: requests in progress are aborted, and another worker makes
 * them again.
 */
export function startFeedFetches({
  fetchDueFeeds,
  log,
}: {
  fetchDueFeeds: FetchDueFeeds;
  log: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const fetchSome = () =>
    fetchDueFeeds(stopping.signal).catch((error) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'Feeds were not read; they are tried again');
    });
  const look = () => {
    running ??= Promise.all(Array.from({ length: AT_ONCE }, fetchSome)).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
