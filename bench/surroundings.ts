import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/types.js';
import { startEmbeddedPostgres } from '../src/local/postgres.js';
import { type Child, type ServiceOptions, startSandbox, startService } from './child.js';
import { MEASURED_PLATFORMS, type Seeded, type seedDatabase } from './seed.js';
import { signedIn } from './signed-in.js';
import { moduleOf, THIS_VERSION, type Version } from './version.js';

/** A database server of an embedded Postgres, with `fsync` on, as `npm start` has it. */
export interface Server {
  url: string;
  /** Of its first process. */
  pid: number;
}

/**
 * The environment in which a version is measured. Each part is started on first use and not shared with another version.
 */
export interface Surroundings {
  version: Version;
  /** Reports progress. */
  say(line: string): void;
  /** Selects the parts of a topic whose names contain this. */
  only?: string | undefined;
  /** A new folder. */
  folder(): Promise<string>;
  /** The one that what is measured shares. */
  server(): Promise<Server>;
  /** One that nothing else uses. */
  newServer(): Promise<Server>;
  sandbox(): Promise<Child>;
  /** Signed in, at the sandbox. */
  accounts(platforms?: readonly SandboxPlatform[]): Promise<SandboxAccount[]>;
  /** A new database, migrated, with so many people who have connected the same accounts. */
  seed(name: string, people: number, where?: { accounts?: SandboxAccount[]; server?: Server }): Promise<Seeded>;
  service(
    databaseUrl: string,
    role: 'api' | 'worker',
    env?: Record<string, string>,
    options?: Omit<ServiceOptions, 'version'>,
  ): Promise<Child>;
  /** Stops what it has started, in reverse. */
  stop(): Promise<void>;
}

export function makeSurroundings(version: Version, say: (line: string) => void, only?: string): Surroundings {
  const started: (() => Promise<unknown>)[] = [];
  let databases = 0;
  const folder = async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'publishing-bench-'));
    started.push(() => rm(made, { recursive: true, force: true }));
    return made;
  };
  const newServer = async (): Promise<Server> => {
    const dir = await folder();
    const { url, stop } = await startEmbeddedPostgres({ dir, database: 'bench' });
    started.push(stop);
    const [pid] = (await readFile(path.join(dir, 'data/postmaster.pid'), 'utf8')).split('\n');
    return { url, pid: Number(pid) };
  };
  const server = once(newServer);
  const sandbox = once(async () => {
    const child = await startSandbox();
    started.push(child.stop);
    return child;
  });
  const accounts: Surroundings['accounts'] = async (platforms = MEASURED_PLATFORMS) => {
    const { address } = await sandbox();
    return signedIn(await Promise.all(platforms.map((platform) => makeAccount(address, platform))));
  };
  return {
    version,
    say,
    only,
    folder,
    server,
    newServer,
    sandbox,
    accounts,
    async seed(name, people, where = {}) {
      const module = await moduleOf<{ seedDatabase: typeof seedDatabase }>(version, 'seed.js');
      databases += 1;
      const { url } = where.server ?? (await server());
      return module.seedDatabase(url, `${name}_${databases}`, where.accounts ?? (await accounts()), people);
    },
    service: (databaseUrl, role, env, options) => startService(databaseUrl, role, env, { ...options, version }),
    async stop() {
      for (const undo of started.splice(0).reverse()) await undo();
    },
  };
}

/** Whether a version has a request; it has to be in this one, and can be missing in another one. */
export async function isKnown(
  { version, say }: Surroundings,
  name: string,
  send: () => Promise<void>,
): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (version === THIS_VERSION) throw error;
    say(`${version.name} is not compared by ${name}: ${error}`);
    return false;
  }
}

/** An account of a platform, at a sandbox. */
export async function makeAccount(sandboxUrl: string, platform: SandboxPlatform): Promise<SandboxAccount> {
  const answer = await fetch(`${sandboxUrl}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform }),
  });
  return (await answer.json()) as SandboxAccount;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
