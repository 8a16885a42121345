/** The service as it is deployed, with a proxy before everything that can fail. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { sandboxPlatforms } from '../../sandbox/types.js';
import type { TestDatabase } from '../support/database.js';
import { type Accounts, makeAccounts } from './accounts.js';
import { clockEnv } from './clock.js';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.js';
import { type Passed, startPlatformProxy, type Traffic } from './platform-proxy.js';
import { type Supervised, supervise } from './process.js';

export interface Member {
  name: string;
  process: Supervised;
  /** Its own way to the database. */
  database: DatabaseProxy;
}

export interface MemberOptions {
  env?: Record<string, string>;
  /** How far its clock is ahead of the others'; negative: behind. */
  clockSeconds?: number;
}

export interface World {
  db: TestDatabase;
  sandbox: Sandbox;
  accounts: Accounts;
  traffic: Traffic;
  members: Member[];
  /** How long workers wait for a platform's response. */
  requestTimeoutMs: number;
  /** Where its processes reach the platforms. */
  platformsUrl: string;
  /** Base address of the API, the same after each restart. */
  apiUrl: string;
  dataDir: string;
  /** Starts the API again at the same address, after the previous one has ended. */
  startApi(): Promise<Member>;
  startWorker(name: string, options?: MemberOptions): Promise<Member>;
  /** What was wrong with how a process ended or stopped. */
  problems: string[];
  /** What processes have logged as errors, and how often. */
  logged: Map<string, number>;
  /** Ends a member permanently: `kill` as a crash does. */
  end(member: Member, how: 'stop' | 'kill'): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  db: TestDatabase;
  /** Where Postgres listens now. */
  databasePort?: () => number;
  /** Of all processes. */
  env?: Record<string, string>;
  /** Another world whose platforms it shares: that is closed after it. */
  platformsOf?: World;
  /** Of all processes: how much they yield to those of other worlds. */
  niceness?: number;
  /** A process may end by itself, as its watchdog has it do: it is started again. */
  mayRestart?: boolean;
}

/** Opens a proxy, a sandbox and an API. Scenarios start the workers that they need. */
export async function openWorld({
  db,
  databasePort,
  env = {},
  platformsOf,
  mayRestart = false,
  niceness = 0,
}: WorldOptions): Promise<World> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'faults-'));
  const platforms = platformsOf ? { ...platformsOf, close: async () => undefined } : await openPlatforms();
  const { sandbox, accounts, traffic, platformsUrl } = platforms;
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const port = databasePort ?? (() => Number(new URL(db.url).port));
  const shared = {
    // Long enough for every request, unless a scenario overrides it.
    PUBLISH_TIMEOUT_MS: '10000',
    PUBLISH_LIST_LAG_MS: '2000',
    DATA_DIR: dataDir,
    PUBLIC_URL: apiUrl,
    // One subscriber follows every group of an account.
    SUBSCRIPTIONS_PER_ACCOUNT: '10000',
    SUBSCRIPTIONS_PER_SOCKET: '10000',
    SOCKET_MESSAGES_PER_SECOND: '10000',
    THREADTALK_THREADS_BLOCKED: 'false',
    ...Object.fromEntries(sandboxPlatforms.map((key) => [`${key.toUpperCase()}_BASE_URL`, `${platformsUrl}/${key}`])),
    ...env,
  };
  const members: Member[] = [];
  const problems: string[] = [];
  const logged: World['logged'] = new Map();

  const start = async (name: string, roles: 'api' | 'worker', { env: own, clockSeconds = 0 }: MemberOptions = {}) => {
    const database = await startDatabaseProxy(db.url, port);
    const process = await supervise({
      db: { url: database.url },
      roles,
      niceness,
      env: { ...shared, ...(roles === 'api' && { PORT: String(apiPort) }), ...clockEnv(clockSeconds), ...own },
    });
    const member = { name, process, database };
    members.push(member);
    return member;
  };
  const end: World['end'] = async (member, how) => {
    members.splice(members.indexOf(member), 1);
    if (how === 'kill') await member.process.kill();
    else if ((await member.process.stop()) === null) problems.push(`${member.name} did not end after SIGTERM`);
    for (const ending of mayRestart ? [] : member.process.ends)
      problems.push(`${member.name} ended by itself with ${ending}`);
    for (const line of member.process.service().errors) {
      const what = summaryOf(line);
      logged.set(what, (logged.get(what) ?? 0) + 1);
    }
    await member.database.close();
  };
  const startApi = () => start('the API', 'api');
  await startApi();

  return {
    db,
    sandbox,
    accounts,
    traffic,
    platformsUrl,
    members,
    requestTimeoutMs: Number(shared.PUBLISH_TIMEOUT_MS),
    apiUrl,
    dataDir,
    startApi,
    problems,
    logged,
    startWorker: (name, options) => start(name, 'worker', options),
    end,
    async close() {
      // Workers before the API: they read files from it, and what they have under way must not meet a closed port.
      for (const member of [...members].reverse()) await end(member, 'stop');
      await platforms.close();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openPlatforms() {
  const sandbox = await startSandbox({ port: 0 });
  const accounts = makeAccounts(sandbox);
  const traffic: Traffic = { ...accounts, passed: [] as Passed[], handle: (_passed, forward) => forward() };
  const proxy = await startPlatformProxy(sandbox.url, traffic);
  const close = async () => {
    await proxy.close();
    await sandbox.close();
  };
  return { sandbox, accounts, traffic, platformsUrl: proxy.url, close };
}

/** What a line of the log says, without its time and ids. */
function summaryOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return `${msg}${err?.message ? `: ${err.message}` : ''}`.slice(0, 300);
  } catch {
    return line.slice(0, 300);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
