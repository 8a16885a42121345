/** Reading numbers takes at most a tenth of what a platform allows the whole app, over all accounts and workers. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import type { SandboxPlatform } from '../../sandbox/types.js';
import { platforms } from '../../src/platforms/registry.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { takeTurn } from './results.js';

const HOUR = 3_600_000;
// A tenth is ten requests.
const ENV = { VIDEOHUB_APP_LIMITS: '100/1d', THREADTALK_APP_LIMITS: '100/1d', MICROBLOG_APP_LIMITS: '1/1d' };
const SHARE = 10;
const ACCOUNTS = 12;

let db: TestDatabase;
let box: Sandbox;
let services: Service[] = [];
let people: TestAccount[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  services = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, roles: 'worker', env: ENV }),
    startService({ db, roles: 'worker', env: ENV }),
  ]);
  people = [await createAccount(db), await createAccount(db)];
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await box?.close();
  await db?.drop();
});

const requestsOf = (platform: SandboxPlatform, about: RegExp) =>
  box.requests().filter((one) => one.platform === platform && about.test(one.path)).length;

/** A new account with a post of an hour ago that was not read yet. */
async function connectWithPost(platform: SandboxPlatform, person: TestAccount): Promise<void> {
  const made = box.createAccount(platform);
  const platformId = await person.connect(made);
  const publishedAt = new Date(Date.now() - HOUR);
  const { post, stored } = box.addPastPost({ platform, accountId: made.accountId, text: 'A film', publishedAt });
  await stored;
  const [group] = await db.query<{ id: string }>(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES (lpad(to_hex((random() * 1e15)::bigint), 24, '0'), $1, 'A film', 'scheduled', 'processing', '{}', $2, $2) RETURNING id`,
    [person.userId, publishedAt],
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, posted_id, created_at, updated_at)
     VALUES ($1, $1, $2, 0, $3, $4, $5, 'processing', $6, $7, $7)`,
    [group?.id, person.userId, platform, made.accountId, platformId, post.postedId, publishedAt],
  );
  // A trigger creates the row of its numbers.
  await db.query(`UPDATE platform_posts SET status = 'published' WHERE id = $1`, [group?.id]);
}

/** As if so much time had passed since, so that all that waits is due, and the window of the limit has ended. */
async function passes(hours: number, { keepsCount = false } = {}): Promise<void> {
  if (!keepsCount) await db.query('DELETE FROM rate_uses');
  await db.query(
    `UPDATE post_metrics SET published_at = published_at - $1 * interval '1 h',
            next_at = CASE WHEN measured_at IS NULL THEN now() ELSE next_at END`,
    [hours],
  );
  await db.query('UPDATE measured_accounts SET next_at = now() WHERE measured_at IS NULL');
}
const waiting = () =>
  db.query<{ hours: number }>(
    `SELECT extract(epoch FROM next_at - now())::float8 / 3600 AS hours FROM post_metrics
      WHERE measured_at IS NULL AND platform = 'threadtalk'`,
  );
const points = async () =>
  (
    await db.query<{ count: number }>(
      `SELECT jsonb_array_length(readings) AS count FROM post_metrics WHERE platform = 'threadtalk'`,
    )
  ).map(({ count }) => count);

it('many accounts of one project take a tenth of its units', async () => {
  for (let n = 0; n < ACCOUNTS; n += 1) await people[n % 2]?.connect(box.createAccount('videohub'));
  for (let turns = 0; turns < 3; turns += 1) {
    await takeTurn(db);
    expect(requestsOf('videohub', /./)).toBe(SHARE);
    await db.query('UPDATE measured_accounts SET next_at = now() WHERE measured_at IS NULL');
  }
});

it('what waits for room in the limit of an app is read once, and all accounts get their turn', async () => {
  // An account takes two requests: one for itself, one for its post.
  for (let n = 0; n < ACCOUNTS; n += 1) await connectWithPost('threadtalk', people[n % 2] as TestAccount);
  await db.query('UPDATE post_metrics SET next_at = now()');
  const requests = () => requestsOf('threadtalk', /insights/);

  await takeTurn(db);
  expect(requests()).toBe(SHARE);
  const late = await waiting();
  expect(late.length).toBeGreaterThanOrEqual(ACCOUNTS - SHARE / 2);
  for (const { hours } of late) expect(hours).toBeGreaterThan(23);
  // The limit holds, however often a worker looks.
  await passes(0, { keepsCount: true });
  await takeTurn(db);
  expect(requests()).toBe(SHARE);

  // The readings at 1 and at 6 hours were missed: there is one for both.
  for (let rounds = 2; (await waiting()).length > 0; rounds += 1) {
    await passes(rounds === 2 ? 6 : 0);
    await takeTurn(db);
    expect(requests()).toBe(Math.min(rounds * SHARE, 2 * ACCOUNTS));
  }
  expect(await points()).toEqual(Array(ACCOUNTS).fill(1));
});

it('publishing goes on while numbers wait', async () => {
  const [person] = people as [TestAccount];
  for (let n = 0; n < 3; n += 1) await connectWithPost('microblog', person);
  await db.query(`UPDATE post_metrics SET next_at = now() WHERE platform = 'microblog'`);
  await takeTurn(db);
  await takeTurn(db);
  const before = box.requests().length;
  await db.query(`UPDATE post_metrics SET next_at = now() WHERE platform = 'microblog' AND measured_at IS NULL`);
  await takeTurn(db);
  expect(box.requests()).toHaveLength(before);

  const made = box.createAccount('microblog');
  const platformIds = [await person.connect(made)];
  const { data } = await graphql(
    services[0] as Service,
    { 'x-api-key': person.apiKey },
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    { input: { post: { content: 'Goes out', platformIds }, scheduledTime: new Date().toISOString() } },
  );
  expect(data.createPost.postGroup.id).toEqual(expect.any(String));
  await eventually(async () => (box.posts({ accountId: made.accountId }).length === 1 ? true : undefined));
});

it('a project of videohub has 10,000 units a day, and an address 3,000 requests at a server of skyfeed', () => {
  const limits = [...platforms.values()].flatMap(({ key, metrics }) =>
    (metrics?.appLimits ?? []).map(({ max, unit, perSeconds }) => [key, `${max} ${unit} in ${perSeconds} s`]),
  );
  expect(limits.toSorted()).toEqual([
    ['skyfeed', '3000 requests in 300 s'],
    ['videohub', '10000 requests in 86400 s'],
  ]);
});
