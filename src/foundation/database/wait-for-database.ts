import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../errors/start-error.js';
import { isTemporaryFailure } from '../errors/temporary-failure.js';
import type { Connections } from './connections.js';
import { placeOf } from './database-url.js';

const AGAIN_AFTER_MS = 500;

/**
 * Waits until the database accepts connections: it may be starting, or its name may not resolve yet.
 * @throws StartError if it is not available in time, and immediately if waiting cannot help: a wrong password, an
 * unknown database, a TLS mismatch.
 */
export async function waitForDatabase(
  url: string,
  { connections, waitMs, log }: { connections: Connections; waitMs: number; log: Logger },
): Promise<void> {
  const end = performance.now() + waitMs;
  for (let waiting = false; ; waiting = true) {
    const error = await connectError(connections);
    if (!error) return;
    const place = placeOf(url);
    if (!isTemporaryFailure(error)) {
      throw new StartError(`The database ${place} refused the connection: ${reasonOf(error)}. Check DATABASE_URL.`);
    }
    if (performance.now() >= end) {
      throw new StartError(
        `The database ${place} is not available: ${reasonOf(error)}. Gave up after ${waitMs / 1000} seconds (DATABASE_WAIT_SECONDS).`,
      );
    }
    if (!waiting) log.warn({ database: place, reason: reasonOf(error) }, 'Waiting for the database');
    await pause(AGAIN_AFTER_MS);
  }
}

/** Runs a step of a start. */
export type StartStep = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Repeats steps that fail because the database went away after it had accepted connections, as when it is shutting down.
 * A step must be repeatable.
 * @throws StartError if the database is not back in time; `waitMs` is that of all steps together.
 */
export function makeStartStep(url: string, { waitMs, log }: { waitMs: number; log: Logger }): StartStep {
  const end = performance.now() + waitMs;
  return async (step) => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isTemporaryFailure(error)) throw error;
        const { place, reason } = { place: placeOf(url), reason: reasonOf(error as Error) };
        if (performance.now() >= end) {
          const gaveUp = `Gave up after ${waitMs / 1000} seconds (DATABASE_WAIT_SECONDS).`;
          throw new StartError(`The database ${place} went away: ${reason}. ${gaveUp}`);
        }
        log.warn({ database: place, reason }, 'The database went away during the start; waiting for it');
        await pause(AGAIN_AFTER_MS);
      }
    }
  };
}

/** Why connecting to the database fails; undefined if it succeeds. */
async function connectError({ options }: Connections): Promise<Error | undefined> {
  const client = new options.Client(options);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Some network errors have a code and no message. */
const reasonOf = ({ message, code }: Error & { code?: unknown }): string =>
  (message || String(code)).replace(/\.$/, '');
