import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endLeftover } from '../local/postgres-leftover.js';

/** Where the embedded Postgres of a data folder is. */
export const postgresFolder = (dataDir: string): string => path.join(dataDir, 'postgres');

/** A data folder for one tested service, in `parent` or where the system keeps temporary files. */
export const makeDataFolder = (parent = tmpdir()): string => mkdtempSync(path.join(parent, 'publishing-testing-'));

/**
 * Ends the Postgres of a service that was killed, within 17 seconds, and deletes the folder. Of a service that ended in
 * order both are gone already.
 * @throws Error when the Postgres cannot be ended.
 */
export async function removeDataFolder(dataDir: string): Promise<void> {
  await endLeftover(path.join(postgresFolder(dataDir), 'data'), () => undefined);
  // A killed service may have left an initdb, which writes until it misses its folder.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
