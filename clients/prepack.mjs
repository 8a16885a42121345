/**
 * `prepack` of each package here: builds it with its build script, also in a fresh checkout, and copies the license.
 * It prints to standard error, because `npm pack --json` prints its result on standard output.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { installPackages, packagesAreInstalled } from '../tools/install-packages.mjs';

const root = path.join(import.meta.dirname, '..');
const home = process.cwd();
const run = (...args) => execFileSync(args[0], args.slice(1), { cwd: home, stdio: ['ignore', 2, 2] });

const { scripts } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
if (scripts.build) {
  // With the compilers, and the REST contract that the types come from.
  run(process.execPath, path.join(root, 'tools/install.mjs'));
  const hasOwnPackages = existsSync(path.join(home, 'package-lock.json'));
  if (hasOwnPackages && !packagesAreInstalled(home)) installPackages(home, 'Installing the packages that build it.');
  run('npm', 'run', '--silent', 'build');
}
copyFileSync(path.join(root, 'LICENSE'), path.join(home, 'LICENSE'));
