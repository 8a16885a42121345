// As for the other tests of the service, after the package is installed and built.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { lockOf, withLock } from '../../tools/install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../../tools/install-packages.mjs';
import globalSetup from '../support/global-setup.mjs';

const root = path.join(import.meta.dirname, '../..');
const home = path.join(root, 'clients/n8n');

export default async function installPackage() {
  await withLock(lockOf(root), () => {
    if (!packagesAreInstalled(home)) {
      installPackages(home, 'Installing n8n-core and its packages into clients/n8n; this takes a minute, once.');
    }
    for (const program of ['node_modules/typescript/bin/tsc', 'copy-icons.mjs']) {
      execFileSync(process.execPath, [program], { cwd: home, stdio: 'inherit' });
    }
  });
  await globalSetup();
}
