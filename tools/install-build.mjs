import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { lockOf, withLock } from './install-lock.mjs';

const TREES = ['src', 'rest-compat', 'jobs', 'sandbox', 'test', 'bench'];
const SETTINGS = ['.swcrc', 'package.json', 'package-lock.json', 'tools/install-bundle.mjs'];

/** Makes .build the compiled form of the sources as they are now. */
export async function ensureBuilt(root) {
  if (isBuilt(root)) return;
  await withLock(lockOf(root), () => {
    // Checked again: whoever held the lock before may have done it.
    if (!isBuilt(root)) build(root);
  });
}

function isBuilt(root) {
  const out = join(root, '.build');
  if (!treesOf(root).every((tree) => existsSync(join(out, tree)))) return false;
  try {
    return readFileSync(stampFile(root), 'utf8') === fingerprint(root);
  } catch {
    return false;
  }
}

/**
 * Compiles all sources. A failed build leaves the previous one as it was, and a program that runs from .build sees
 * each tree change at once rather than file by file.
 */
function build(root) {
  const out = join(root, '.build');
  // As deep as the place it goes to, because source maps name the sources from where they stand.
  const fresh = `${out}-${process.pid}`;
  const old = join(out, `old-${process.pid}`);
  // Taken before compiling: what is edited meanwhile is compiled the next time.
  const stamp = fingerprint(root);
  const trees = treesOf(root);
  try {
    removeLeftovers(root, /^\.build-\d+$/);
    removeLeftovers(out, /^old-\d+$/);
    mkdirSync(old, { recursive: true });
    compile(root, trees, fresh);
    bundle(root, fresh);
    rmSync(stampFile(root), { force: true });
    for (const tree of [...TREES, 'service']) {
      if (existsSync(join(out, tree))) renameSync(join(out, tree), join(old, tree));
      if (existsSync(join(fresh, tree))) renameSync(join(fresh, tree), join(out, tree));
      // A tree without sources has no output.
      else if (trees.includes(tree)) mkdirSync(join(out, tree), { recursive: true });
    }
    writeFileSync(stampFile(root), stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

function compile(root, trees, to) {
  const swc = join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js');
  run(root, [swc, ...trees, '-d', to, '--quiet']);
}

function bundle(root, folder) {
  run(root, [join(root, 'tools', 'install-bundle.mjs'), folder]);
}

function run(root, args) {
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // A compiler's stack is not about the source.
    env: { ...process.env, RUST_LIB_BACKTRACE: '0' },
  });
  if (result.status !== 0) {
    throw new Error(`${result.error ? result.error.message : ''}${result.stdout}${result.stderr}\nThe build failed.`);
  }
}

function treesOf(root) {
  return TREES.filter((tree) => existsSync(join(root, tree)));
}

function stampFile(root) {
  return join(root, '.build', 'sources.stamp');
}

/** Of a build that was killed; the caller holds the lock, so no other process uses them. */
function removeLeftovers(folder, pattern) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (pattern.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Names, sizes and times of all sources: also notices deleted files, and older ones that a checkout brought back. */
function fingerprint(root) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort(byName)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const file of SETTINGS) add(file);
  for (const tree of treesOf(root)) walk(tree);
  return hash.digest('hex');
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
