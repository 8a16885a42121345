import { PgBoss } from 'pg-boss';
import { RENEWAL_QUEUE } from '../../jobs/queues.js';
import type { SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { makeCredentialCipher } from '../../src/connections/credential-cipher.js';
import { configuration, LoginWorld, type Person, type Stored } from '../http/login-support.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

/** The platforms that give new access without the person. */
const RENEWING: SandboxPlatform[] = ['microblog', 'photogram', 'threadtalk', 'shortvideo', 'videohub', 'pinboard'];
const SOON_MS = 10 * 60_000;

/** An API; every test starts the workers that it wants. */
let world: LoginWorld;
let boss: PgBoss;
let workers: Service[] = [];

beforeAll(async () => {
  world = await LoginWorld.open({}, 'api');
  const options = { supervise: false, schedule: false, migrate: false, max: 1 };
  boss = await new PgBoss({ connectionString: world.db.url, ...options }).start();
});
afterEach(async () => {
  world.sandbox.clearFaults();
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(async () => {
  await boss?.stop({ graceful: false });
  await world?.close();
});

async function startWorker(env: Record<string, string> = {}): Promise<Service> {
  const configured = { ...configuration(world.sandbox), PUBLISH_TIMEOUT_MS: '20000', ...env };
  const worker = await startService({ db: world.db, roles: 'worker', env: configured });
  workers.push(worker);
  return worker;
}
async function kill(worker: Service): Promise<void> {
  workers = workers.filter((one) => one !== worker);
  await worker.kill();
}

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
  const cipher = makeCredentialCipher([ENCRYPTION_KEY]);
  const expiresAt = new Date(Date.now() + leftMs).toISOString();
  const credentials = cipher.encrypt({ ...cipher.decrypt(row.credentials, row.id), expiresAt }, row.id);
  await world.db.query(
    "UPDATE connections SET credentials = $2, renew_at = now() - interval '1 second' WHERE id = $1",
    [row.id, credentials],
  );
}

const makeDue = ({ owner }: Connected) =>
  world.db.query('UPDATE connections SET renew_at = now() WHERE account_id = $1', [owner.accountId]);

/** The minute has come at which access is renewed, and it is done. */
async function minute(): Promise<void> {
  // None is made while the one of the clock waits or runs.
  const id = await eventually(async () => (await boss.send(RENEWAL_QUEUE)) ?? undefined);
  await eventually(async () => {
    const [job] = await boss.findJobs(RENEWAL_QUEUE, { id });
    return job?.state === 'completed' ? true : undefined;
  }, 25_000);
}

/** Requests for new access since the world began. */
const renewals = (key: SandboxPlatform): number =>
  world.sandbox.requests().filter(({ platform, query, body }) => {
    const { grant_type: type } = { ...query, ...(body as Record<string, unknown> | undefined) };
    return platform === key && /refresh/.test(String(type));
  }).length;

const POST = 'id status error { code advice retryable platformStatusCode platformError }';

/** Schedules posts for now; the answer waits until all have ended. */
async function publish({ person, owner }: Connected, count = 1) {
  const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }`;
  const groups: string[] = [];
  for (let index = 0; index < count; index++) {
    const input = {
      content: `Hello ${index} of ${Date.now()}`,
      platformIds: [`${owner.platform}-${owner.accountId}`],
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
  const query = '{ connections { tokenStatus revokedAt } }';
  const { data } = await graphql(world.service, person.headers, query);
  return data.connections[0];
}

describe('ahead of its end', () => {
  test('access is renewed on every platform that renews it, and what is not due is left alone', async () => {
    await startWorker();
    const person = await world.newPerson();
    const due = await Promise.all(RENEWING.map((key) => connect(key, person)));
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
  }, 60_000);

  test.each(['network', 'socialpage', 'fediverse'] as const)('%s: there is nothing to renew', async (key) => {
    expect(await (await connect(key)).stored()).toMatchObject({ renewAt: null });
  });

  test('an account whose credentials cannot be read keeps no other waiting', async () => {
    await startWorker();
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
  }, 60_000);

  test('a worker that is told to stop stores what it is being given', async () => {
    const worker = await startWorker();
    const account = await connect('microblog');
    await endIn(account, SOON_MS);
    const { credentials } = await account.stored();
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'delay_after_store', path: '/oauth2/token', delayMs: 1500 });
    await boss.send(RENEWAL_QUEUE);
    await eventually(async () => (renewals('microblog') > before ? true : undefined));
    workers = [];
    await worker.stop();
    expect((await account.stored()).credentials.refreshToken).not.toBe(credentials.refreshToken);
  }, 60_000);
});

describe('when it has ended', () => {
  test('several workers that want it at once renew it once', async () => {
    await Promise.all([startWorker({ PUBLISH_CONCURRENCY: '2' }), startWorker({ PUBLISH_CONCURRENCY: '2' })]);
    const account = await connect('microblog');
    await endIn(account, -1);
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'delay_after_store', path: '/oauth2/token', delayMs: 2000 });
    const posts = await publish(account, 6);
    // The second worker waits for the first.
    await eventually(async () => {
      const waiting = await world.db.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      return waiting.length > 0 ? true : undefined;
    });
    expect(await posts.ended()).toEqual(Array(6).fill(expect.objectContaining({ status: 'PUBLISHED' })));
    expect(renewals('microblog')).toBe(before + 1);
    expect(live(account)).toHaveLength(6);
  }, 60_000);

  test('the platform says so before its time: it is renewed, and the post is live once', async () => {
    await startWorker();
    const account = await connect('microblog');
    world.sandbox.expireTokens('microblog', account.owner.accountId);
    const before = renewals('microblog');
    expect(await (await publish(account)).ended()).toMatchObject([{ status: 'PUBLISHED', error: null }]);
    expect(renewals('microblog')).toBe(before + 1);
    expect(live(account)).toHaveLength(1);
  }, 60_000);

  test('a platform that does not answer holds up its own posts alone', async () => {
    const worker = await startWorker();
    const stuck: Connected[] = [];
    const person = await world.newPerson();
    for (let index = 0; index < 12; index++) stuck.push(await connect('microblog', person));
    const free = await connect('fediverse');
    for (const account of stuck) await endIn(account, -1);
    const kind = 'timeout_before_store';
    world.sandbox.setFault({ platform: 'microblog', kind, path: '/oauth2/token', times: 0 });
    const before = renewals('microblog');
    for (const account of stuck) await publish(account);
    await eventually(async () => (renewals('microblog') > before ? true : undefined));
    await publish(free);
    await eventually(async () => (live(free).length === 1 ? true : undefined), 10_000);
    await kill(worker);
  }, 60_000);
});

describe('a refresh token that is good once', () => {
  const path = '/oauth2/token';

  test('is not lost with a worker that is killed after it was renewed', async () => {
    const first = await startWorker();
    const account = await connect('microblog');
    await endIn(account, -1);
    const { credentials } = await account.stored();
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'timeout_before_store', times: 0 });
    const posts = await publish(account);
    await eventually(async () => {
      const asked = world.sandbox.requests().filter((one) => one.path === '/2/tweets' && one.status === null);
      return asked.length > 0 ? true : undefined;
    });
    await kill(first);
    world.sandbox.clearFaults();
    await startWorker();
    expect(await posts.ended()).toMatchObject([{ status: 'PUBLISHED' }]);
    expect(renewals('microblog')).toBe(before + 1);
    expect((await account.stored()).credentials.refreshToken).not.toBe(credentials.refreshToken);
    await endIn(account, SOON_MS);
    await minute();
    expect(await status(account)).toMatchObject({ revokedAt: null });
    expect(renewals('microblog')).toBe(before + 2);
  }, 90_000);

  test('is not lost with a worker that is killed before the platform did anything', async () => {
    const first = await startWorker();
    const account = await connect('microblog');
    await endIn(account, -1);
    const before = renewals('microblog');
    world.sandbox.setFault({ platform: 'microblog', kind: 'timeout_before_store', path });
    const posts = await publish(account);
    await eventually(async () => (renewals('microblog') > before ? true : undefined));
    await kill(first);
    await startWorker();
    expect(await posts.ended()).toMatchObject([{ status: 'PUBLISHED' }]);
    expect(renewals('microblog')).toBe(before + 2);
  }, 90_000);
});

describe('a grant that its owner has taken back', () => {
  test('marks the connection, which is asked for no more; a post says to connect again, and goes out after that', async () => {
    await startWorker();
    const account = await connect('microblog');
    await endIn(account, SOON_MS);
    world.sandbox.revokeTokens('microblog', account.owner.accountId);
    await minute();
    expect(await status(account)).toEqual({ tokenStatus: 'EXPIRED', revokedAt: expect.any(String) });
    const count = renewals('microblog');
    await makeDue(account);
    await minute();
    expect(renewals('microblog')).toBe(count);

    const [failed] = await (await publish(account)).ended();
    expect(failed).toMatchObject({
      status: 'FAILED',
      error: {
        code: 'PLATFORM_AUTH_EXPIRED',
        retryable: false,
        advice: 'Connect the account again, then retry the post.',
      },
    });
    await world.login(account.person, 'microblog', account.owner);
    expect(await status(account)).toMatchObject({ revokedAt: null });
    const RETRY = `mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id } } }`;
    await graphql(world.service, account.person.headers, RETRY, { input: { id: failed.id } });
    await eventually(async () => (live(account).length === 1 ? true : undefined));
  }, 60_000);

  test('where nothing renews it, the failure has the platform’s own words', async () => {
    await startWorker();
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
  }, 60_000);
});

describe('an outage of the platform', () => {
  const down = (times: number) =>
    world.sandbox.setFault({ platform: 'microblog', kind: 'server_error', path: '/oauth2/token', times });

  test('leaves the access as it is: it is tried again later, and what still works goes on working', async () => {
    await startWorker();
    const account = await connect('microblog');
    await endIn(account, SOON_MS);
    const { credentials } = await account.stored();
    down(0);
    await minute();
    const during = await account.stored();
    expect(during).toMatchObject({ credentials, revokedAt: null });
    expect(during.renewAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await (await publish(account)).ended()).toMatchObject([{ status: 'PUBLISHED' }]);
    world.sandbox.clearFaults();
    await makeDue(account);
    await minute();
    expect((await account.stored()).credentials.refreshToken).not.toBe(credentials.refreshToken);
  }, 60_000);

  test('a post that needs new access is tried again, and goes out', async () => {
    await startWorker();
    const account = await connect('microblog');
    await endIn(account, -1);
    down(2);
    expect(await (await publish(account)).ended()).toMatchObject([{ status: 'PUBLISHED', error: null }]);
    expect(await status(account)).toMatchObject({ revokedAt: null });
  }, 60_000);
});
