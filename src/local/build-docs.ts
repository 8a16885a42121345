import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OnStop } from '../foundation/process/shutdown.js';
import { MINUTE_MS } from '../foundation/time/durations.js';

/** Longer than the build takes on a slow machine, with the installation of its packages. */
const MAX_BUILD_MS = 10 * MINUTE_MS;
const MAX_OUTPUT_BYTES = 2 ** 24;

/** Builds the documentation site as `npm run build:docs` does, in a process that ends with the service. */
export function makeBuildDocs({ builtFolder, onStop }: { builtFolder: string; onStop: OnStop }): () => Promise<void> {
  const stopping = new AbortController();
  onStop('the build of the documentation', async () => stopping.abort());
  return async () => {
    await promisify(execFile)(process.execPath, ['tools/install.mjs', '--build-only', '--docs'], {
      cwd: path.dirname(builtFolder),
      signal: stopping.signal,
      timeout: MAX_BUILD_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
  };
}
