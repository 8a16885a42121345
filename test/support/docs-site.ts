/** The documentation site, built as `npm run build:docs` does, for test files that read it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** With the installation of VitePress, on a busy machine. */
const BUILT_WITHIN_MS = 600_000;

export const SITE = '.build/docs';

/** Builds it before the tests of a file, unless it is up to date. */
export function useDocsSite(): void {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['tools/install.mjs', '--build-only', '--docs'], {
      timeout: BUILT_WITHIN_MS,
    });
  }, BUILT_WITHIN_MS);
}
