import { mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { installPackages, packagesAreInstalled } from './install-packages.mjs';

/** Whether the running Node is one that package.json allows: alternatives of the forms ^1.2.3 and >=1.2.3. */
export function nodeIsSupported(root) {
  return rangeOf(root)
    .split(' || ')
    .some((alternative) => {
      const oldest = alternative.replace(/^\D+/, '');
      const [major] = oldest.split('.');
      const sameMajor = process.versions.node.startsWith(`${major}.`);
      return isNotOlder(process.versions.node, oldest) && (sameMajor || alternative.startsWith('>='));
    });
}

/** Installs a supported Node from npm, as tools/node/package-lock.json says; returns its executable. */
export function bringNode(root) {
  const home = homeOf(root);
  if (!packagesAreInstalled(home)) {
    installPackages(
      home,
      `This is Node.js ${process.versions.node}, and the packages need ${rangeOf(root)}: bringing one from npm into tools/node, once.`,
    );
  }
  const node = findNode(root);
  if (node !== undefined) return node;
  // npm passes over an optional package that it cannot fetch: the next start tries again.
  rmSync(join(home, 'node_modules'), { recursive: true, force: true });
  throw new Error(
    `npm brought no Node.js for ${process.platform} on ${process.arch}: it has none, or could not fetch it.`,
  );
}

/** Whether the running Node is the one of tools/node/package-lock.json. */
export function nodeIsBrought(root) {
  try {
    const isCurrent = packagesAreInstalled(homeOf(root));
    return isCurrent && realpathSync(findNode(root)) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

/** Makes the running Node what npm's scripts, npx and the programs in node_modules/.bin find as `node`. */
export function linkNode(root) {
  const folder = join(root, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'node');
  const target = relative(realpathSync(folder), realpathSync(process.execPath));
  if (targetOf(link) === target) return;
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

const homeOf = (root) => join(root, 'tools', 'node');

/** The package of this platform is the only one that npm installs. */
function findNode(root) {
  const installed = JSON.parse(readFileSync(join(homeOf(root), 'node_modules', '.package-lock.json'), 'utf8')).packages;
  const [folder] = Object.keys(installed);
  return folder === undefined ? undefined : join(homeOf(root), folder, 'bin', 'node');
}

function rangeOf(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
}

const isNotOlder = (version, oldest) => version.localeCompare(oldest, 'en', { numeric: true }) >= 0;

function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
