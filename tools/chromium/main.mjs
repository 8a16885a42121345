/**
 * Prints where the tests' browser is, `{ executable, libraries }`, and installs it on first use. Its package unpacks
 * itself into the folder for temporary files, and the libraries that it was built with only where it believes to be in
 * a Lambda: both are said here, and nothing else of this environment matters to it.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { lockOf, withLock } from '../install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../install-packages.mjs';

const home = import.meta.dirname;
const folder = join(home, 'node_modules', '.unpacked');
const complete = join(folder, 'complete');

await withLock(lockOf(join(home, '../..')), async () => {
  if (!packagesAreInstalled(home)) {
    installPackages(home, 'Installing a browser for the tests into tools/chromium; this takes some seconds, once.');
  }
  if (existsSync(complete)) return;
  mkdirSync(folder, { recursive: true });
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  mkdirSync(complete);
});
process.stdout.write(
  JSON.stringify({ executable: join(folder, 'chromium'), libraries: join(folder, 'al2023', 'lib') }),
);
