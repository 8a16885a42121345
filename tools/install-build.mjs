import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { lockOf, withLock } from './install-lock.mjs';
import { developmentPackagesAreOmitted, installPackages, omitDevelopmentPackages } from './install-packages.mjs';

const CLIENT = 'clients/typescript';
/** Made by the build, or of what was built: not sources of it. */
const GENERATED = ['operations.ts', 'rest-types.ts', 'error-details.ts'].map((name) => `${CLIENT}/src/${name}`);
const NOTICES = 'tools/install-notices.mjs';

/** What is built, each when its own sources have changed. */
const SERVICE = {
  stamp: 'sources.stamp',
  sources: ['src', 'rest-compat', 'jobs', 'sandbox', 'clients/typescript/src', 'clients/cli/src', 'test', 'bench'],
  settings: [
    ...['.swcrc', 'package.json', 'package-lock.json', 'tools/install-bundle.mjs', NOTICES, 'schema.graphql'],
    ...['operations.graphql', 'generated-operations.mjs', 'write-types.mjs'].map((name) => join(CLIENT, name)),
  ],
  /** The folders of .build that it fills, besides one for each of its sources. */
  outputs: ['service'],
  build(root, trees, to) {
    // The image of the service has no clients.
    if (existsSync(join(root, CLIENT))) run(root, [join(root, CLIENT, 'write-types.mjs')]);
    const swc = join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js');
    run(root, [swc, ...trees, '-d', to, '--quiet']);
    run(root, [join(root, 'tools', 'install-bundle.mjs'), to]);
  },
};
const DASHBOARD = {
  stamp: 'dashboard.stamp',
  sources: ['dashboard'],
  settings: ['package.json', 'package-lock.json', 'schema.graphql', 'tools/install-dashboard.mjs', NOTICES],
  outputs: [],
  build: (root, _trees, to) => run(root, [join(root, 'tools', 'install-dashboard.mjs'), join(to, 'dashboard')]),
};
/** Also made from the service: a page for each error, type and route. */
const DOCS = {
  stamp: 'docs.stamp',
  sources: ['docs'],
  settings: [
    `.build/${SERVICE.stamp}`,
    'CHANGELOG.md',
    'package.json',
    'schema.graphql',
    'tools/docs/build.mjs',
    'tools/docs/package-lock.json',
    'tools/docs/.vitepress/config.mjs',
    'tools/docs/.vitepress/theme/index.mjs',
    'tools/docs/.vitepress/theme/style.css',
  ],
  outputs: [],
  build: (root, _trees, to) => run(root, [join(root, 'tools', 'docs', 'build.mjs'), join(to, 'docs')]),
};

/**
 * Makes .build the compiled form of the sources as they are now, with `docs` also the documentation site. If the
 * development packages were left out, it installs them while it compiles.
 */
export async function ensureBuilt(root, { docs = false } = {}) {
  const wanted = docs ? [SERVICE, DASHBOARD, DOCS] : [SERVICE, DASHBOARD];
  const isStale = () => wanted.some((part) => !isBuilt(root, part));
  if (!isStale()) return;
  await withLock(lockOf(root), () => {
    // Determined again: the previous holder of the lock may have built them.
    if (!isStale()) return;
    const omitted = developmentPackagesAreOmitted(root);
    if (omitted) installPackages(root, 'Installing the development packages, which compile the service.');
    // In this order: the pages are made from what was just built.
    for (const part of wanted) if (!isBuilt(root, part)) build(root, part);
    if (omitted) omitDevelopmentPackages(root);
  });
}

function isBuilt(root, part) {
  const out = join(root, '.build');
  const trees = sourcesOf(root, part);
  if (trees.length === 0) return true;
  if (!trees.every((tree) => existsSync(join(out, tree)))) return false;
  try {
    return readFileSync(join(out, part.stamp), 'utf8') === fingerprint(root, part);
  } catch {
    return false;
  }
}

/**
 * Compiles all sources. A failed build leaves the previous one as it was, and a program that runs from .build sees
 * each tree change at once rather than file by file.
 */
function build(root, part) {
  const out = join(root, '.build');
  // At the same depth as the target, because source maps contain relative paths to the sources.
  const fresh = `${out}-${process.pid}`;
  const old = join(out, `old-${process.pid}`);
  const stampFile = join(out, part.stamp);
  // Taken before compiling: what is edited meanwhile is compiled the next time.
  const stamp = fingerprint(root, part);
  const trees = sourcesOf(root, part);
  try {
    removeLeftovers(root, /^\.build-\d+$/);
    removeLeftovers(out, /^old-\d+$/);
    mkdirSync(old, { recursive: true });
    part.build(root, trees, fresh);
    rmSync(stampFile, { force: true });
    for (const tree of [...part.sources, ...part.outputs]) {
      if (existsSync(join(out, tree))) move(join(out, tree), join(old, tree));
      if (existsSync(join(fresh, tree))) move(join(fresh, tree), join(out, tree));
      // A tree without sources has no output.
      else if (trees.includes(tree)) mkdirSync(join(out, tree), { recursive: true });
    }
    writeFileSync(stampFile, stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
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

function sourcesOf(root, part) {
  return part.sources.filter((tree) => existsSync(join(root, tree)));
}

/** Of a build that was killed; the caller holds the lock, so no other process uses them. */
function removeLeftovers(folder, pattern) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (pattern.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Names, sizes and times of the sources: also notices deleted files, and older ones that a checkout brought back. */
function fingerprint(root, part) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort(byName)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!GENERATED.includes(path)) add(path);
    }
  };
  for (const file of part.settings) add(file);
  for (const tree of sourcesOf(root, part)) walk(tree);
  return hash.digest('hex');
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
