import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { grown, type Known, LONGEST_MS } from '../support/arbitraries.js';
import type { Sent } from '../support/arbitrary-requests.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { furnish, furnishMarked, rowsOf } from './furnish.js';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Somebody who has a bit of everything that can be read, changed and removed. */
export interface Person {
  account: TestAccount;
  /** What they may send. */
  known: Known;
}

/** A service with unrelated users. Its fields are set in `beforeAll`. */
export interface TwoAccounts {
  db: TestDatabase;
  sandbox: Sandbox;
  service: Service;
  /** Everything that they have is marked, so that it is noticed when somebody else gets to see it. */
  otherUser: Person;
  /** A new account, which knows its own ids, those of the other user that others may know, and unknown ones. */
  newCaller(): Promise<Person>;
  /** Sends a request as a caller: fails when the response does not come, has no request id, or shows data of the other user. */
  ask(sent: Sent): Promise<Answer>;
  expectNothingOfOtherUser(text: string): void;
  /** Fails when the other user’s data are not as before, or when the service logged an error. */
  unharmed(work: () => Promise<void>): Promise<void>;
}

/** Furnishing takes hundreds of requests. */
const SET_UP_MS = 180_000;

const RIGHTS = { mcpAccess: true, workspaceAccess: true };

/** Starts the service for a file. Platforms are the sandbox: nothing else can be reached. */
export function startTwoAccounts({ groups }: { groups: number }): TwoAccounts {
  const world = {} as TwoAccounts;
  let pool: Pool;
  let dataDir: string;
  let secrets: readonly string[];

  beforeAll(async () => {
    world.db = await createTestDatabase();
    world.sandbox = await startSandbox({ port: 0 });
    dataDir = await mkdtemp(path.join(tmpdir(), 'bad-input-'));
    const { baseUrls, clients } = world.sandbox;
    const addresses = Object.entries(baseUrls).map(([key, url]) => [`${key.toUpperCase()}_BASE_URL`, url]);
    const apps = Object.entries(clients).flatMap(([key, { id, secret }]) => [
      [`${key.toUpperCase()}_CLIENT_ID`, id],
      [`${key.toUpperCase()}_CLIENT_SECRET`, secret],
    ]);
    const env = {
      ...Object.fromEntries([...addresses, ...apps]),
      PRIVATE_ADDRESSES: 'webhooks',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    };
    world.service = await startService({ db: world.db, roles: 'api', env });
    pool = new Pool(world.service.url, { headersTimeout: LONGEST_MS, bodyTimeout: LONGEST_MS });
    const account = await createAccount(world.db, RIGHTS);
    const marked = await furnishMarked(world, account);
    world.otherUser = { account, known: marked.known };
    secrets = marked.secrets;
  }, SET_UP_MS);

  afterAll(async () => {
    await pool?.close();
    await world.service?.stop();
    await world.sandbox?.close();
    await world.db?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  world.newCaller = async () => {
    const account = await createAccount(world.db, RIGHTS);
    const own = await furnish(world, account, groups);
    const otherUser = [...new Set(Object.values(world.otherUser.known).flat())];
    return { account, known: { ...own, otherUser, unknown: ['f'.repeat(24)] } };
  };

  world.ask = async ({ method, path, headers, body = null }) => {
    const sent = typeof body === 'string' ? grown(body) : body;
    const answer = await pool.request({ method: method as 'GET', path, headers, body: sent });
    const text = await answer.body.text();
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    world.expectNothingOfOtherUser(JSON.stringify(answer.headers) + text);
    return { status: answer.statusCode, headers: answer.headers, text };
  };

  world.expectNothingOfOtherUser = (text) => {
    const shown = text.toLowerCase();
    expect(secrets.filter((secret) => shown.includes(secret.toLowerCase()))).toEqual([]);
  };

  world.unharmed = async (work) => {
    const before = await rowsOf(world.db, world.otherUser);
    await work();
    expect(await rowsOf(world.db, world.otherUser)).toEqual(before);
    expect(world.service.errors.splice(0)).toEqual([]);
  };

  return world;
}
