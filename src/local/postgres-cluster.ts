import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount, PostgresSetup } from './postgres-account.js';

/** The database role that the service uses; it owns everything in its own server. */
export const ROLE = 'postgres';

const HALF_MADE = 'initdb-';
const run = promisify(execFile);

/**
 * The data folder argument for Postgres. Under another account the folders above may be closed to Postgres, so it is
 * started inside the data folder and addressed by an absolute path, so that nothing has to be searched for.
 */
export function dataArgument(account: PostgresAccount, data: string): string {
  return account.mode !== 'self' && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

export interface ClusterOptions {
  readonly folder: string;
  /** False skips the final flush to disk, for temporary databases. */
  readonly durable: boolean;
  readonly setup: PostgresSetup;
  readonly log: (line: string) => void;
}

/** Creates the database files if missing, otherwise checks and adopts them; returns the role's password. */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { folder, setup } = options;
  await removeHalfMade(folder);
  const data = join(folder, 'data');
  const made = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const password = await keptPassword(folder, made !== undefined);
  if (made === undefined) {
    options.log('Creating the database.');
    await create(options, password);
    return password;
  }
  if (made.trim() !== setup.major) {
    throw new Error(
      `The database files in ${data} were created by Postgres ${made.trim()}, but the installed Postgres is ${setup.major}: move the folder away to start with an empty database, or install the older version.`,
    );
  }
  if (setup.account.owner) await giveTo(data, setup.account.owner.uid, setup.account.owner.gid);
  return password;
}

async function keptPassword(folder: string, needed: boolean): Promise<string> {
  const file = join(folder, 'password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept !== '') return kept;
  if (needed) throw new Error(`The database in ${folder} cannot be opened: its password file ${file} is missing.`);
  const password = randomBytes(24).toString('hex');
  // A rename, so that a kill leaves no half-written password behind.
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return password;
}

/** In a temporary folder beside the final one, and renamed when complete: a kill leaves nothing half-made. */
async function create({ folder, durable, setup }: ClusterOptions, password: string): Promise<void> {
  const { account, binaries } = setup;
  const work = await mkdtemp(join(folder, HALF_MADE));
  try {
    const data = join(work, 'data');
    const passwordFile = join(work, 'password');
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account.owner) await giveTo(work, account.owner.uid, account.owner.gid);
    const { file, args, options } = account.invoke(binaries.initdb, [
      `--pgdata=${dataArgument(account, data)}`,
      `--username=${ROLE}`,
      '--pwfile=../password',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point and knows upper and lower case of all scripts, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await run(file, [...args], { ...options, cwd: data }).catch(
      (error: Error & { stdout?: string; stderr?: string }) => {
        const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message;
        throw new Error(`The database could not be created in ${folder}:\n${said}`, { cause: error });
      },
    );
    await rename(data, join(folder, 'data'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(HALF_MADE)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Passes a folder and all in it to a user; the folder itself last, so that an interrupted run is done again. */
async function giveTo(path: string, uid: number, gid: number): Promise<void> {
  if ((await stat(path)).uid === uid) return;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(path, uid, gid);
}
