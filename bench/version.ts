import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A version of the service that is installed and built in a folder. */
export interface Version {
  name: string;
  folder: string;
}

/** How `npm start` runs the service. */
export interface Command {
  script: URL;
  variables: Record<string, string>;
  /** Of Node. */
  flags: string[];
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The one that this bench belongs to. */
export const THIS_VERSION: Version = { name: 'this version', folder: ROOT };

export async function commandOf({ folder }: Version): Promise<Command> {
  const { scripts } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const [, variables = '', flags = '', script] =
    /(?:env ((?:\w+=\S+ )+))?node ((?:--\S+ )*)(\S+)$/.exec(scripts.start) ?? [];
  if (!script) throw new Error(`npm start names no file: ${scripts.start}`);
  return {
    script: pathToFileURL(path.join(folder, script)),
    variables: Object.fromEntries(
      variables
        .split(' ')
        .filter(Boolean)
        .map((variable) => variable.split('=')),
    ),
    flags: flags.split(' ').filter(Boolean),
  };
}

/** A module of the bench as a version has it, for what depends on its tables; this version's where it has none. */
export async function moduleOf<Module>({ folder }: Version, name: string): Promise<Module> {
  const file = path.join(folder, '.build/bench', name);
  return import(pathToFileURL(existsSync(file) ? file : path.join(ROOT, '.build/bench', name)).href);
}

/** What a commit is called in short, and whether there are changes that it does not have. */
export async function describeCommit(commit = 'HEAD'): Promise<{ commit: string; isChanged: boolean }> {
  const { stdout } = await run('git', ['rev-parse', '--short=10', `${commit}^{commit}`], { cwd: ROOT });
  const { stdout: changes } = await run('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: ROOT });
  return { commit: stdout.trim(), isChanged: changes !== '' };
}

/**
 * Checks out a commit in a separate folder, and installs and builds it as its `npm run bench` does. It uses the
 * packages of this version if the lock files are equal. `remove` deletes the folder.
 */
export async function checkOut(commit: string): Promise<Version & { remove(): Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'publishing-bench-version-'));
  const folder = path.join(parent, commit);
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT }).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
    await run('git', ['worktree', 'prune'], { cwd: ROOT });
  };
  try {
    await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: ROOT });
    if (await haveSamePackages(folder)) await linkPackages(folder);
    const { scripts } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    // What precedes the bench itself: `node tools/install.mjs`.
    const [install = ''] = String(scripts.bench).split(' && ');
    await run('sh', ['-c', install], { cwd: folder, maxBuffer: 2 ** 28 });
    return { name: commit, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function haveSamePackages(folder: string): Promise<boolean> {
  const [here, there] = await Promise.all(
    [ROOT, folder].map((one) => readFile(path.join(one, 'package-lock.json'), 'utf8')),
  );
  return here === there;
}

/** As hard links where that is possible: nothing is copied, and an installation replaces files rather than changing them. */
async function linkPackages(folder: string): Promise<void> {
  const from = path.join(ROOT, 'node_modules');
  const to = path.join(folder, 'node_modules');
  await run('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
  });
}
