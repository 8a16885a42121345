// Runs before anything is installed, so it is plain JavaScript on Node alone: brings node_modules and .build up to date
// when they are not, and does nearly nothing when they are. On a Node older than package.json allows, it brings a newer
// one and starts over with that. `--build-only` leaves Node and the packages alone; `--service` says that what follows is
// the service or its administration, which need no development packages beside a database of the operator's own; `--docs`
// also builds the documentation site.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import problemOfNode from './install-oldest-node.cjs';

const problem = problemOfNode();
if (problem) {
  console.error(problem);
  process.exit(1);
}

// Imported only now: an older Node shall get the sentence above instead of a syntax error.
const { lockOf, withLock } = await import('./install-lock.mjs');
const { installPackages, packagesAreInstalled } = await import('./install-packages.mjs');
const { ensureBuilt } = await import('./install-build.mjs');
const { bringNode, linkNode, nodeIsBrought, nodeIsSupported } = await import('./install-node.mjs');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const buildOnly = process.argv.includes('--build-only');
const ownDatabase = ['DATABASE_URL', 'DATABASE_URL_FILE', 'CONFIG_FILE'].some((name) => process.env[name]);
const productionOnly = process.argv.includes('--service') && ownDatabase;
const packagesReady = () => buildOnly || packagesAreInstalled(root, { productionOnly });

if (!buildOnly && !nodeIsSupported(root) && !nodeIsBrought(root)) await goOnWithSupportedNode();

try {
  if (!packagesReady()) {
    await withLock(lockOf(root), () => {
      // Checked again: the previous holder of the lock may have installed them.
      if (!packagesReady()) installPackages(root, 'Installing packages; this takes about half a minute, once.');
    });
  }
  await ensureBuilt(root, { docs: process.argv.includes('--docs') });
  if (nodeIsBrought(root)) linkNode(root);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Starts over with a Node from npm and ends with it; returns where none can be had, for this one may do. */
async function goOnWithSupportedNode() {
  try {
    let node;
    await withLock(lockOf(root), () => {
      node = bringNode(root);
    });
    const { error, signal, status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
    if (error) throw error;
    if (signal) process.kill(process.pid, signal);
    process.exit(status ?? 1);
  } catch (error) {
    console.error(
      `${error.message}\nGoing on with Node.js ${process.versions.node}, which the packages do not support.`,
    );
  }
}
