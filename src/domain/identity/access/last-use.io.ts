/** Last-used times of keys and sessions, recorded in batches instead of one write per request. */
import type { Logger } from 'pino';

const NOTED_EVERY_MS = 10_000;

export interface LastUse {
  note(id: string): void;
  /** Stores what is not stored yet. */
  stop(): Promise<void>;
}

export function makeLastUse(needs: {
  store: (uses: ReadonlyMap<string, Date>) => Promise<void>;
  clock: () => Date;
  log: Logger;
}): LastUse {
  let uses = new Map<string, Date>();
  const flush = async () => {
    if (uses.size === 0) return;
    const noted = uses;
    uses = new Map();
    // Failing to record a use must not fail the request.
    await needs.store(noted).catch((error) => needs.log.warn({ err: error }, 'Last-used times could not be recorded'));
  };
  const timer = setInterval(() => void flush(), NOTED_EVERY_MS).unref();
  return {
    note: (id) => uses.set(id, needs.clock()),
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}
