import { PgBoss } from 'pg-boss';
import { RENEWAL_QUEUE } from '../../jobs/queues.js';
import type { SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { parseConfig } from '../../src/config/config.js';
import {
  type LoadAccount,
  type LoadAccountInput,
  makeLoadAccount,
} from '../../src/domain/accounts/load-account.use-case.js';
import { makeMarkRevoked } from '../../src/domain/accounts/mark-revoked.use-case.js';
import { makeRenewAccounts } from '../../src/domain/accounts/renew-accounts.use-case.js';
import { makeRefuseRenewal } from '../../src/domain/webhooks/refuse-renewal.use-case.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { makePlatformDirectory } from '../../src/platforms/platform-directory.js';
import type { Refreshed } from '../../src/platforms/port/platform.js';
import { configuration, LoginWorld, type Person, type Stored } from '../http/login-support.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

/** The platforms that give new access without the person. */
const RENEWING: SandboxPlatform[] = ['microblog', 'photogram', 'threadtalk', 'shortvideo', 'videohub', 'pinboard'];
const SOON_MS = 10 * 60_000;
const TOKENS = '/oauth2/token';

const cipher = makeCredentialCipher([ENCRYPTION_KEY]);

/** An API. Tests start the workers that they need. */
let world: LoginWorld;
/** The worker's job of each minute, and resources to close at the end. */
let minute: () => Promise<void>;
/** Loads accounts as a process does whose requests to platforms may take so long. */
let loadsWithin: (requestTimeoutMs: number) => LoadAccount;
/** Events that owners are notified of. */
const announced: unknown[] = [];
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  world = await LoginWorld.open({}, 'api');
  const dataSource = await openDataSource(world.db, 8);
  opened.push(() => dataSource.destroy());
  const { http, close } = makeHttp({ timeoutMs: 5_000 });
  opened.push(close);
  const db = dataSource.manager;
  const made = { db, transaction: makeTransaction(dataSource), clock: () => new Date(), renewalsAtOnce: 4 };
  loadsWithin = (requestTimeoutMs) => makeLoadAccount({ ...made, cipher, requestTimeoutMs });
  const renewAccounts = makeRenewAccounts({
    ...made,
    loadAccount: loadsWithin(5_000),
    markRevoked: makeMarkRevoked(made),
    refuseRenewal: makeRefuseRenewal({
      ...made,
      announce: async (_db, events) => void announced.push(...events),
    }),
    findPlatform: makePlatformDirectory(http, parseConfig({ ...configuration(world.sandbox) }).platforms, made.clock),
    report: () => undefined,
  });
  minute = () => renewAccounts(new AbortController().signal);
});
afterEach(() => world.sandbox.clearFaults());
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await world?.close();
});

const startWorker = (env: Record<string, string> = {}): Promise<Service> => {
  const configured = { ...configuration(world.sandbox), PUBLISH_TIMEOUT_MS: '20000', ...env };
  return startService({ db: world.db, roles: 'worker', env: configured });
};

/** An account that somebody has connected with a login. */
interface Connected {
  person: Person;
  owner: SandboxAccount;
  stored(): Promise<Stored>;
}

async function connect(key: SandboxPlatform, person?: Person): Promise<Connected> {
  const by = person ?? (await world.newPerson());
  const owner = world.sandbox.createAccount(key);
  await world.login(by, key, owner);
  const stored = async () => {
    const connections = await world.connections(by.account.userId);
    const own = connections.find(({ platformId }) => platformId === `${key}-${owner.accountId}`);
    if (!own) throw new Error(`${key} is not connected`);
    return own;
  };
  await stored();
  return { person: by, owner, stored };
}

/** As if time had passed: the stored access ends in so many milliseconds, and is due for renewal. */
async function endIn({ owner }: Connected, leftMs: number): Promise<void> {
  const [row] = await world.db.query<{ id: string; credentials: string }>(
    'SELECT id, credentials FROM connections WHERE account_id = $1',
    [owner.accountId],
  );
  if (!row) throw new Error('not connected');
  const expiresAt = new Date(Date.now() + leftMs).toISOString();
  const credentials = cipher.encrypt({ ...cipher.decrypt(row.credentials, row.id), expiresAt }, row.id);
  await world.db.query(
    "UPDATE connections SET credentials = $2, renew_at = now() - interval '1 second' WHERE id = $1",
    [row.id, credentials],
  );
}

const makeDue = ({ owner }: Connected) =>
  world.db.query("UPDATE connections SET renew_at = now() - interval '1 second' WHERE account_id = $1", [
    owner.accountId,
  ]);

/** Requests for new access since the start of the test. */
const renewals = (key: SandboxPlatform): number =>
  world.sandbox.requests().filter(({ platform, query, body }) => {
    const { grant_type: type } = { ...query, ...(body as Record<string, unknown> | undefined) };
    return platform === key && /refresh/.test(String(type));
  }).length;

const POST = 'id status error { code advice retryable platformStatusCode platformError }';

/** Schedules posts for now; the response waits until all have ended. */
async function publish({ person, owner }: Connected, count = 1) {
  const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }`;
  const groups: string[] = [];
  for (let index = 0; index < count; index++) {
    const input = {
      post: { content: `Hello ${index} of ${Date.now()}`, platformIds: [`${owner.platform}-${owner.accountId}`] },
      scheduledTime: new Date().toISOString(),
    };
    const { data } = await graphql(world.service, person.headers, CREATE, { input });
    groups.push(data.createPost.postGroup.id);
  }
  return { ended: () => Promise.all(groups.map((id) => ended(person, id))) };
}

const ended = (person: Person, id: string) =>
  eventually(async () => {
    const query = `query ($id: ID!) { postGroup(id: $id) { processingStatus posts { ${POST} } } }`;
    const { data } = await graphql(world.service, person.headers, query, { id });
    return data.postGroup.processingStatus === 'FINISHED' ? data.postGroup.posts[0] : undefined;
  }, 40_000);

const live = ({ owner: { accountId } }: Connected) => world.sandbox.posts({ accountId });

async function status({ person }: Connected) {
  const query = '{ connectedAccounts { edges { node { tokenStatus revokedAt } } } }';
  const { data } = await graphql(world.service, person.headers, query);
  return data.connectedAccounts.edges[0].node;
}

describe('ahead of its end', () => {
  test('access is renewed on every platform that renews it, and what is not due is left alone', async () => {
    const person = await world.newPerson();
    const due: Connected[] = [];
    for (const key of RENEWING) due.push(await connect(key, person));
    const later = await connect('microblog', person);
    for (const account of due) await endIn(account, SOON_MS);
    const [before, laterBefore] = [await Promise.all(due.map((each) => each.stored())), await later.stored()];
    const counts = RENEWING.map(renewals);
    await minute();
    const after = await Promise.all(due.map((each) => each.stored()));
    for (const [index, { credentials, renewAt, revokedAt }] of after.entries()) {
      expect(credentials.accessToken).not.toBe(before[index]?.credentials.accessToken);
      expect(Date.parse(credentials.expiresAt ?? '')).toBeGreaterThan(Date.now() + SOON_MS);
      expect(renewAt?.getTime()).toBeGreaterThan(Date.now());
      expect(revokedAt).toBeNull();
    }
    expect(RENEWING.map(renewals)).toEqual(counts.map((count) => count + 1));
    expect(await later.stored()).toEqual(laterBefore);
  });

  test.each(['network', 'socialpage', 'fediverse'] as const)('%s: there is nothing to renew', async (key) => {
    expect(await (await connect(key)).stored()).toMatchObject({ renewAt: null });
  });

  test('several jobs at once renew each access once', async () => {
    const accounts = [await connect('microblog'), await connect('microblog')];
    for (const account of accounts) await endIn(account, SOON_MS);
    const before = renewals('microblog');
    await Promise.all([minute(), minute(), minute()]);
    expect(renewals('microblog')).toBe(before + 2);
    for (const account of accounts) expect(await status(account)).toMatchObject({ revokedAt: null });
  });

  test('an account whose credentials cannot be read keeps no other waiting', async () => {
    const [broken, sound] = [await connect('microblog'), await connect('microblog')];
    for (const account of [broken, sound]) await endIn(account, SOON_MS);
    const sql = "UPDATE connections SET credentials = 'v1.gone.a.b.c', renew_at = '2020-01-01' WHERE account_id = $1";
    await world.db.query(sql, [broken.owner.accountId]);
    const { accessToken } = (await sound.stored()).credentials;
    await minute();
    const [row] = await world.db.query('SELECT renew_at > now() AS later FROM connections WHERE account_id = $1', [
      broken.owner.accountId,
    ]);
    expect(row).toEqual({ later: true });
    expect((await sound.stored()).credentials.accessToken).not.toBe(accessToken);
  });

  test('an outage keeps it, and it is tried again later', async () => {
    const account = await connect('microblog');
    await endIn(account, SOON_MS);
    const { credentials } = await account.stored();
    world.sandbox.setFault({ platform: 'microblog', kind: 'server_error', path: TOKENS, times: 0 });
    await minute();
    const during = await account.stored();
    expect(during).toMatchObject({ credentials, revokedAt: null });
    expect(during.renewAt?.getTime()).toBeGreaterThan(Date.now());
    world.sandbox.clearFaults();
    await makeDue(account);
    await minute();
    expect((await account.stored()).credentials.refreshToken).not.toBe(credentials.refreshToken);
  });

  const refuse = async (account: Connected, leftMs: number): Promise<void> => {
    await endIn(account, leftMs);
    world.sandbox.revokeTokens('microblog', account.owner.accountId);
    await minute();
  };

  test('a grant that its owner has revoked: the connection expires soon, its owner is told at once, and it is not renewed any more', async () => {
    const account = await connect('microblog');
    await refuse(account, SOON_MS);
    expect(await status(account)).toEqual({ tokenStatus: 'EXPIRING_SOON', revokedAt: null });
    expect(await account.stored()).toMatchObject({ renewAt: null });
    const platformId = `microblog-${account.owner.accountId}`;
    expect(announced.at(-1)).toMatchObject({ name: 'token.expiring', data: { platformId } });
    const notifications = () =>
      world.db.query(
        'SELECT n.title, n.count FROM notifications n JOIN connections c ON c.id = n.subject_id WHERE c.platform_id = $1',
        [platformId],
      );
    const notified = [{ title: expect.stringMatching(/^Reconnect .* on Microblog$/), count: 1 }];
    expect(await notifications()).toEqual(notified);
    const counts = [renewals('microblog'), announced.length];
    await minute();
    expect([renewals('microblog'), announced.length]).toEqual(counts);
    expect(await notifications()).toEqual(notified);
  });

  test('a grant that is refused once the access has ended marks the connection', async () => {
    const account = await connect('microblog');
    await refuse(account, -1);
    expect(await status(account)).toEqual({ tokenStatus: 'EXPIRED', revokedAt: expect.any(String) });
  });
});

describe('for a post', () => {
  const workers: Service[] = [];
  beforeAll(async () => {
    const env = { PUBLISH_CONCURRENCY: '2' };
    workers.push(...(await Promise.all([startWorker(env), startWorker(env)])));
  });
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
  });

  test('access that has ended is renewed once, even when several workers need it at the same time', async () => {
    const account = await connect('microblog');
    await endIn(account, -1);
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'delay_after_store', path: TOKENS, delayMs: 2000 });
    const posts = await publish(account, 6);
    // One worker waits for the other.
    await eventually(async () => (await waitingForLocks(world.db)) > 0 || undefined);
    expect(await posts.ended()).toEqual(Array(6).fill(expect.objectContaining({ status: 'PUBLISHED' })));
    expect(renewals('microblog')).toBe(before + 1);
    expect(live(account)).toHaveLength(6);
  });

  test('access that the platform ended before its time is renewed, and the post is live once', async () => {
    const account = await connect('microblog');
    world.sandbox.expireTokens('microblog', account.owner.accountId);
    const before = renewals('microblog');
    expect(await (await publish(account)).ended()).toMatchObject([{ status: 'PUBLISHED', error: null }]);
    expect(renewals('microblog')).toBe(before + 1);
    expect(live(account)).toHaveLength(1);
  });

  test('access that cannot be renewed for an outage is tried again with the post, which is published', async () => {
    const account = await connect('microblog');
    await endIn(account, -1);
    world.sandbox.setFault({ platform: 'microblog', kind: 'server_error', path: TOKENS, times: 2 });
    expect(await (await publish(account)).ended()).toMatchObject([{ status: 'PUBLISHED', error: null }]);
    expect(await status(account)).toMatchObject({ revokedAt: null });
  });

  test('access that its owner has taken back: the post says to connect again, and is published after that', async () => {
    const account = await connect('microblog');
    world.sandbox.revokeTokens('microblog', account.owner.accountId);
    const [failed] = await (await publish(account)).ended();
    const advice = 'Connect the account again, then retry the post.';
    expect(failed).toMatchObject({
      status: 'FAILED',
      error: { code: 'PLATFORM_AUTH_EXPIRED', retryable: false, advice },
    });
    expect(await status(account)).toEqual({ tokenStatus: 'EXPIRED', revokedAt: expect.any(String) });

    await world.login(account.person, 'microblog', account.owner);
    expect(await status(account)).toMatchObject({ revokedAt: null });
    const RETRY = `mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id } } }`;
    await graphql(world.service, account.person.headers, RETRY, { input: { platformPostId: failed.id } });
    await eventually(async () => (live(account).length === 1 ? true : undefined));
  });

  test('where nothing renews access that was taken back, the failure has the platform’s own words', async () => {
    const account = await connect('network');
    world.sandbox.revokeTokens('network', account.owner.accountId);
    expect(await (await publish(account)).ended()).toMatchObject([
      {
        error: {
          code: 'PLATFORM_AUTH_EXPIRED',
          platformStatusCode: 401,
          platformError: expect.stringMatching(/token/),
        },
      },
    ]);
    expect(await status(account)).toMatchObject({ tokenStatus: 'EXPIRED' });
  });
});

describe('a single-use refresh token is not lost with a worker', () => {
  // What a killed worker held is left alone for as long as its requests may be under way: two requests and 10 s.
  const env = { PUBLISH_TIMEOUT_MS: '5000' };
  let worker: Service;
  beforeAll(async () => {
    worker = await startWorker(env);
  });
  afterAll(() => worker.kill());

  test('that is killed after the renewal', async () => {
    const account = await connect('microblog');
    await endIn(account, -1);
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'timeout_before_store', times: 0 });
    const posts = await publish(account);
    await eventually(async () => {
      const requested = world.sandbox.requests().filter(({ path, status }) => path === '/2/tweets' && status === null);
      return requested.length > 0 ? true : undefined;
    });
    await worker.kill();
    world.sandbox.clearFaults();
    worker = await startWorker(env);
    expect(await posts.ended()).toMatchObject([{ status: 'PUBLISHED' }]);
    expect(renewals('microblog')).toBe(before + 1);
    // The one that was stored is good.
    await endIn(account, SOON_MS);
    await minute();
    expect(renewals('microblog')).toBe(before + 2);
    expect(await status(account)).toMatchObject({ revokedAt: null });
  });

  test('that is killed before the platform did anything', async () => {
    const account = await connect('microblog');
    await endIn(account, -1);
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'timeout_before_store', path: TOKENS });
    const posts = await publish(account);
    await eventually(async () => (renewals('microblog') > before ? true : undefined));
    await worker.kill();
    worker = await startWorker(env);
    expect(await posts.ended()).toMatchObject([{ status: 'PUBLISHED' }]);
    expect(renewals('microblog')).toBe(before + 2);
  });

  test('that is signalled to stop while its job is being given another', async () => {
    const account = await connect('microblog');
    await endIn(account, SOON_MS);
    const { credentials } = await account.stored();
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'delay_after_store', path: TOKENS, delayMs: 1500 });
    const boss = new PgBoss({ connectionString: world.db.url, supervise: false, schedule: false, migrate: false });
    await boss.start();
    // It is the job of each minute, and may be there already.
    await boss.send(RENEWAL_QUEUE);
    await eventually(async () => (renewals('microblog') > before ? true : undefined));
    await worker.stop();
    expect((await account.stored()).credentials.refreshToken).not.toBe(credentials.refreshToken);
    await boss.stop({ graceful: false });
  });
});

test('a platform that gives no new access delays its own posts alone', async () => {
  const worker = await startWorker();
  const stuck: Connected[] = [];
  const person = await world.newPerson();
  for (let index = 0; index < 12; index++) stuck.push(await connect('microblog', person));
  const free = await connect('fediverse');
  for (const account of stuck) await endIn(account, -1);
  world.sandbox.setFault({ platform: 'microblog', kind: 'timeout_before_store', path: TOKENS, times: 0 });
  const before = renewals('microblog');
  for (const account of stuck) await publish(account);
  await eventually(async () => (renewals('microblog') > before ? true : undefined));
  await publish(free);
  await eventually(async () => (live(free).length === 1 ? true : undefined), 10_000);
  await worker.kill();
});

test('a process that falls silent during a renewal holds the account no longer than a platform may take', async () => {
  const connected = await connect('microblog');
  const { userId } = connected.person.account;
  const answered = Promise.withResolvers<Refreshed>();
  const refreshed: Refreshed = { kind: 'refreshed', credentials: { accessToken: 'new' }, expiresAt: null };
  const loading = (refresh: () => Promise<Refreshed>): LoadAccountInput => ({
    ...{ userId, platformId: `microblog-${connected.owner.accountId}`, baseUrl: world.sandbox.baseUrls.microblog },
    session: { isStale: () => true, renewAt: () => null, refresh },
  });
  const asked = Promise.withResolvers<void>();
  const silent = loadsWithin(500)(
    loading(() => {
      asked.resolve();
      return answered.promise;
    }),
  );
  const lost = expect(silent).rejects.toThrow();
  await asked.promise;
  expect(await loadsWithin(500)(loading(async () => refreshed))).toMatchObject({
    kind: 'open',
    account: { credentials: { accessToken: 'new' } },
  });
  // An answer that comes later is not stored.
  answered.resolve({ ...refreshed, credentials: { accessToken: 'late' } });
  await lost;
  expect(await loadsWithin(500)({ ...loading(async () => refreshed), session: null })).toMatchObject({
    account: { credentials: { accessToken: 'new' } },
  });
});
