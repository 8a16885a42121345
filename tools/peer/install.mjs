/** Installs the packages of `npm run bench -- peer` on first use. */
import { join } from 'node:path';
import { lockOf, withLock } from '../install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../install-packages.mjs';

const home = import.meta.dirname;
await withLock(lockOf(join(home, '../..')), () => {
  if (!packagesAreInstalled(home)) {
    installPackages(home, 'Installing Fastify and BullMQ into tools/peer; this takes some seconds, once.');
  }
});
