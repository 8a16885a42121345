import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

/**
 * Whether node_modules holds what package-lock.json says, or what of it is no development package. npm writes its record
 * of what it installed as the very last step, so a half-finished install has none; an install made by hand counts as
 * well as one of ours.
 */
export function packagesAreInstalled(root, { productionOnly = false } = {}) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) throw new Error(`${join(root, 'package-lock.json')} is missing or damaged.`);
  if (installed === undefined) return false;
  // Packages installed from this lock file are up to date, even if npm recorded them differently.
  if (readText(stampFile(root)) === stamp(root)) return true;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (productionOnly && entry.dev)) continue;
    const found = installed[path];
    if (found === undefined) {
      // npm leaves out what is for another platform.
      if (entry.optional || entry.devOptional) continue;
      return false;
    }
    if (found.version !== entry.version) return false;
    if (entry.integrity !== undefined && found.integrity !== entry.integrity) return false;
    // A folder copied from another kind of machine has the other machine's programs.
    if (!isFor(found.os, process.platform) || !isFor(found.cpu, process.arch)) return false;
    if (!existsSync(join(root, path))) return false;
  }
  return true;
}

/** Whether `npm ci --omit=dev`, or a prune, left all development packages out. */
export function developmentPackagesAreOmitted(root) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return installed !== undefined && !Object.values(installed).some(({ dev }) => dev);
}

/** Removes the development packages again. */
export function omitDevelopmentPackages(root) {
  succeed(npm(root, ['prune', '--omit=dev', '--no-save']), 'Removing the development packages failed');
}

/** Installs the packages of package-lock.json and prints the notice. */
export function installPackages(root, notice) {
  console.error(notice);
  // npm empties node_modules first. Should it be killed midway, its old record must not say that all is well.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  let result = npm(root, ['ci', '--include=dev']);
  if (result.status !== 0 && /\bEUSAGE\b/.test(result.stderr)) {
    // `npm ci` refuses a lock file that lacks an optional package, even one for another platform, and npm's versions
    // differ in what they write there. This installs the locked versions all the same and leaves the lock file alone.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    result = npm(root, ['install', '--include=dev', '--no-save']);
  }
  succeed(result, 'Installing the packages failed');
  writeFileSync(stampFile(root), stamp(root));
}

function succeed({ error, signal, status, stdout, stderr }, failure) {
  if (error) throw new Error(`npm cannot be run: ${error.message}`);
  if (status === 0) return;
  const how = signal === null ? `exit code ${status}` : signal;
  throw new Error(`${stdout}${stderr}\n${failure} (${how}); npm's output is above.`);
}

function npm(root, command) {
  const running = process.env.npm_execpath;
  // Another package manager sets the same variable.
  const known = running && basename(running) === 'npm-cli.js' && existsSync(running);
  const [file, first] = known ? [process.execPath, [running]] : ['npm', []];
  return spawnSync(file, [...first, ...command, ...OPTIONS], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

// Spelled out where a user's own npm settings would leave out what the service needs: optional packages hold the programs
// of this platform, and development packages, which the commands above name, the compiler. Where no supported Node can be had, the present one has to do.
const OPTIONS = [
  '--include=optional',
  '--engine-strict=false',
  '--package-lock=true',
  '--global=false',
  '--dry-run=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Says from which lock file we installed, and what npm recorded then; gone whenever node_modules goes. */
function stampFile(root) {
  return join(root, 'node_modules', '.installed-stamp');
}

function stamp(root) {
  const files = [join(root, 'package-lock.json'), join(root, 'node_modules', '.package-lock.json')];
  const state = [...files.map(readText), process.platform, process.arch];
  return createHash('sha256').update(state.join('\0')).digest('hex');
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isFor(list, here) {
  const names = [list ?? []].flat();
  if (names.length === 0 || names.includes('any')) return true;
  if (names.includes(`!${here}`)) return false;
  return names.includes(here) || names.every((name) => name.startsWith('!'));
}
