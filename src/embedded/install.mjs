// Runs before anything is installed, so it is plain JavaScript on Node alone: brings node_modules and .build up to date
// when they are not, and does nearly nothing when they are. `--build-only` leaves the packages alone.
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const OLDEST = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`This service needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported only now: an older Node shall get the sentence above instead of a syntax error.
const { withLock } = await import('./install-lock.mjs');
const { installPackages, packagesAreInstalled } = await import('./install-packages.mjs');
const { build, isBuilt } = await import('./install-build.mjs');

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const packagesReady = () => process.argv.includes('--build-only') || packagesAreInstalled(root);

try {
  if (!packagesReady() || !isBuilt(root)) {
    await withLock(join(root, '.build', 'install.lock'), async () => {
      // Asked again: whoever held the lock before may have done it.
      if (!packagesReady()) installPackages(root);
      if (!isBuilt(root)) build(root);
    });
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
