// As for the other tests of the service, after the tools are installed.
import path from 'node:path';
import { lockOf, withLock } from '../../tools/install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../../tools/install-packages.mjs';
import globalSetup from '../support/global-setup.mjs';

const root = path.join(import.meta.dirname, '../..');
const home = path.join(root, 'tools/clients');

export default async function installTools() {
  await withLock(lockOf(root), () => {
    if (!packagesAreInstalled(home)) {
      installPackages(home, 'Installing clients and code generators into tools/clients; this takes a minute, once.');
    }
  });
  await globalSetup();
}
