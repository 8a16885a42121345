import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { copyToSharedFolder, type PostgresBinaries } from './postgres-binaries.js';

/**
 * Postgres refuses to run as root. `self` runs it as the user of this process. `namespace` runs it in a user namespace
 * in which this process's user has an ordinary user's number: nothing changes on disk, root's files stay root's.
 * `service-user` runs it as an ordinary user of the machine, who then owns the database files.
 * `auto` takes the first that works.
 */
export type RunAs = 'auto' | 'self' | 'namespace' | 'service-user';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly env: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number };
}

/** The account under which the Postgres programs run. */
export interface PostgresAccount {
  readonly mode: Exclude<RunAs, 'auto'>;
  /** Who has to own the database files; `undefined` when it can only be the user of this process. */
  readonly owner: Owner | undefined;
  invoke(program: string, args: readonly string[]): Invocation;
}

export interface PostgresSetup {
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  /** e.g. 18 */
  readonly major: string;
}

const run = promisify(execFile);

// Not this process's own environment: it holds the service's secrets, and PG… variables that would change the server.
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as NodeJS.ProcessEnv;

/** Finds out under which account Postgres can run here, by running it, and from which copy of the binaries. */
export async function choosePostgresAccount(runAs: RunAs, binaries: PostgresBinaries): Promise<PostgresSetup> {
  const failures: string[] = [];
  for (const account of await candidates(runAs)) {
    try {
      return await setUp(account, binaries);
    } catch (error) {
      failures.push(`as ${account.mode}: ${error instanceof Error ? error.message.trim() : String(error)}`);
    }
  }
  const why = failures.length === 0 ? 'no account for it was found' : failures.join('; ');
  throw new Error(`Postgres cannot run on this machine (${why}).`);
}

async function setUp(account: PostgresAccount, binaries: PostgresBinaries): Promise<PostgresSetup> {
  try {
    return { account, binaries, major: await majorVersion(account, binaries) };
  } catch (error) {
    if (account.mode === 'self' || process.getuid?.() !== 0) throw error;
    // Either the account cannot be used here, or only node_modules is not accessible to it.
    const { file, args, options } = account.invoke('true', []);
    await run(file, [...args], { ...options, cwd: '/' });
    const copy = await copyToSharedFolder(binaries);
    return { account, binaries: copy, major: await majorVersion(account, copy) };
  }
}

async function majorVersion(account: PostgresAccount, binaries: PostgresBinaries): Promise<string> {
  const { file, args, options } = account.invoke(binaries.postgres, ['--version']);
  const { stdout } = await run(file, [...args], { ...options, cwd: '/' });
  const major = /(\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new Error(`postgres --version answered ${JSON.stringify(stdout)}`);
  return major;
}

async function candidates(runAs: RunAs): Promise<PostgresAccount[]> {
  const isRoot = process.getuid?.() === 0;
  const users = await knownUsers();
  const all: PostgresAccount[] = [];
  if (!isRoot && (runAs === 'self' || hasName())) all.push(self());
  const mapped = users.find(({ uid }) => uid !== 65_534) ?? users[0];
  if (mapped && process.platform === 'linux') all.push(namespace(mapped, isRoot));
  const service = users.find(({ name }) => /^_?postgres$/.test(name)) ?? users.find(({ name }) => name === 'nobody');
  if (isRoot && (service ?? mapped)) all.push(serviceUser(service ?? (mapped as Owner)));
  // The last resort, so that what Postgres itself says reaches the user.
  if (!isRoot && !hasName()) all.push(self());
  return runAs === 'auto' ? all : all.filter(({ mode }) => mode === runAs).slice(0, 1);
}

function self(): PostgresAccount {
  return { mode: 'self', owner: undefined, invoke: (file, args) => ({ file, args, options: { env: ENVIRONMENT } }) };
}

function namespace({ uid, gid }: Owner, isRoot: boolean): PostgresAccount {
  const unshare = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return {
    mode: 'namespace',
    owner: isRoot ? { uid: 0, gid: 0 } : undefined,
    // unshare replaces itself by the program, so the pid and the signals are those of Postgres.
    invoke: (program, args) => ({
      file: 'unshare',
      args: [...unshare, program, ...args],
      options: { env: ENVIRONMENT },
    }),
  };
}

function serviceUser({ uid, gid }: Owner): PostgresAccount {
  return {
    mode: 'service-user',
    owner: { uid, gid },
    invoke: (file, args) => ({ file, args, options: { env: ENVIRONMENT, uid, gid } }),
  };
}

/** initdb requires a user with a name; a container may run under a bare number. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function knownUsers(): Promise<(Owner & { name: string })[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    const user = { name, uid: Number(uid), gid: Number(gid) };
    return name !== '' && user.uid > 0 && user.gid > 0 ? [user] : [];
  });
}
