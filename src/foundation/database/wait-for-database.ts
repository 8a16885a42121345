import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../errors/start-error.js';
import { isTemporaryFailure } from '../errors/temporary-failure.js';
import type { Connections } from './connections.js';

const AGAIN_AFTER_MS = 500;

/**
 * Waits until the database takes connections: it may be starting, or its address may not be known yet.
 * @throws StartError with one sentence when it is not there in time, and at once when waiting cannot help: a wrong
 * password, an unknown database, TLS that one side refuses.
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

/** Why the database cannot be connected to; undefined when it can. */
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

/** Where it is, without who connects and how. */
const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** Some errors of the network have a code and no message. */
const reasonOf = ({ message, code }: Error & { code?: unknown }): string =>
  (message || String(code)).replace(/\.$/, '');
