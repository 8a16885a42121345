/** Removal of an account: how its owner requests and cancels it, and that nothing is left of it. */

import { Readable } from 'node:stream';
import pg from 'pg';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { makeS3Storage } from '../../src/storage/s3-storage.js';
import type { ObjectStorage } from '../../src/storage/storage.js';
import { plain } from '../media/support.js';
import { fillTheRest } from '../reliability/fill-the-rest.js';
import { furnishMarked, MARKER } from '../reliability/furnish.js';
import { ACCESS_KEY, BUCKET, type S3Server, startS3Server } from '../storage/s3-server.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { setLogin } from '../support/login.js';
import { type Service, startService } from '../support/service.js';
import { allRows, idsOf, type Tables, tracesOf } from '../support/traces.js';
import { runJob } from '../webhooks/support.js';
import { codeOf, signIn, visit } from './browser.js';
import { insertRows } from './page-data.js';
import { codeOfApp, newGuarded, subjectsOfMails } from './two-factor.js';

const REQUEST = `mutation ($input: RequestAccountRemovalInput!) {
  requestAccountRemoval(input: $input) { viewer { id removalAt } }
}`;
const CANCEL = 'mutation { cancelAccountRemoval { viewer { id removalAt } } }';
const VIEWER = '{ viewer { id removalAt } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const PASSWORD = 'correct horse battery staple';
const PASSWORD_HASH = await hashPassword(PASSWORD);
const PICTURE = await plain(4, 4, 'teal').png().toBuffer();

let db: TestDatabase;
let sandbox: Sandbox;
let bucket: S3Server;
let storage: ObjectStorage;
let env: Record<string, string>;
let api: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  bucket = await startS3Server();
  env = { LOG_LEVEL: 'info', ...bucket.env };
  const s3 = { endpoint: bucket.url, region: 'us-east-1', bucket: BUCKET, ...ACCESS_KEY, forcePathStyle: true };
  storage = makeS3Storage({ ...s3, publicUrl: `${bucket.url}/${BUCKET}`, clock: () => new Date() });
  api = await startService({ db, roles: 'api', env });
});
beforeEach(() => db.query('DELETE FROM throttles'));
afterAll(async () => {
  await api?.stop();
  storage?.close();
  await bucket?.close();
  await sandbox?.close();
  await db?.drop();
});

const startWorker = (more: Record<string, string> = {}) =>
  startService({ db, roles: 'worker', env: { ...env, ...more } });

/** An account that can sign in. */
async function newOwner(): Promise<{ account: TestAccount; email: string; browser: Headers }> {
  const account = await createAccount(db, { workspaceAccess: true });
  const email = `${account.userId}@example.com`;
  await setLogin(db, account.userId, { email, passwordHash: PASSWORD_HASH });
  return { account, email, browser: await account.session() };
}

const ask = (browser: Headers, password = PASSWORD, code?: string) =>
  visit(api, browser, REQUEST, { password, ...(code !== undefined && { code }) });
const removalAt = async (headers: Headers) => (await graphql(api, headers, VIEWER)).data?.viewer?.removalAt;
/** Its time has come. */
const becomeDue = (userId: string) => db.query('UPDATE users SET removal_at = now() WHERE id = $1', [userId]);
const maintain = () => runJob(db, 'maintenance');
const isGone = (userId: string) =>
  eventually(async () => {
    await maintain();
    return Object.keys(tracesOf(await rowsWithIds(), new Set([userId]))).length === 0 || undefined;
  });

/** The audit log outlives the account; whose a live post is, and when one may have been made, stays for 30 days, names of removed users for an hour, keys of files until no upload can arrive; counts end within a day. */
const NOTES = [
  'audit_events',
  'live_posts',
  'removed_attempts',
  'removed_users',
  'object_deletions',
  'request_limits',
  'throttles',
];
async function rowsWithIds(): Promise<Tables> {
  const tables = await allRows(db);
  for (const name of NOTES) delete tables[name];
  return tables;
}

describe('a request', () => {
  test('takes a session and the password, and gives seven days', async () => {
    const { account, email, browser } = await newOwner();
    const managed = await account.manage();
    expect(codeOf(await ask({ 'x-api-key': account.apiKey }))).toBe('SESSION_REQUIRED');
    expect(codeOf(await ask(browser, 'wrong'))).toBe('CURRENT_PASSWORD_WRONG');
    expect(await removalAt(browser)).toBeNull();

    const before = Date.now();
    const { body } = await ask(browser);
    const at = body.data.requestAccountRemoval.viewer.removalAt;
    expect(Date.parse(at) - before - 7 * DAY_MS).toBeGreaterThan(-60_000);
    expect(Date.parse(at) - before - 7 * DAY_MS).toBeLessThan(60_000);
    // Everybody who acts for the account knows, and everything works.
    expect(await removalAt({ 'x-api-key': account.apiKey })).toBe(at);
    expect(await removalAt({ ...browser, 'x-service-user-id': managed })).toBe(at);

    // A second one changes nothing, and sends no second mail.
    expect((await ask(browser)).body.data.requestAccountRemoval.viewer.removalAt).toBe(at);
    expect(await subjectsOfMails(db, email)).toEqual(['Your account will be removed']);
  });

  test('takes a code where there is a second factor', async () => {
    const member = await newGuarded(api, db);
    expect(codeOf(await ask(member.browser, member.password))).toBe('SECOND_FACTOR_REQUIRED');
    const { body } = await ask(member.browser, member.password, codeOfApp(member.secret));
    expect(body.data.requestAccountRemoval.viewer.removalAt).toEqual(expect.any(String));
  });

  test('says in its mail how many posts will not go out', async () => {
    const { account, email, browser } = await newOwner();
    const platformId = await account.connect(sandbox.createAccount('fediverse'));
    for (const days of [1, 8, 9]) {
      const input = {
        post: { content: 'Hi', platformIds: [platformId] },
        scheduledTime: new Date(Date.now() + days * DAY_MS).toISOString(),
      };
      expect((await graphql(api, browser, CREATE, { input })).errors).toBeUndefined();
    }
    await ask(browser);
    const [mail] = await db.query<{ blocks: string }>(
      `SELECT data->>'blocks' AS blocks FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1`,
      [email],
    );
    expect(mail?.blocks).toContain('2 posts, which are not published');
  });

  test('can be cancelled until its time, by a session alone', async () => {
    const { account, email, browser } = await newOwner();
    // Nothing is pending.
    expect((await visit(api, browser, CANCEL)).body.data.cancelAccountRemoval.viewer.removalAt).toBeNull();
    await ask(browser);
    expect(codeOf(await visit(api, { 'x-api-key': account.apiKey }, CANCEL))).toBe('SESSION_REQUIRED');
    expect((await visit(api, browser, CANCEL)).body.data.cancelAccountRemoval.viewer.removalAt).toBeNull();
    expect(await removalAt(browser)).toBeNull();
    expect(await subjectsOfMails(db, email)).toEqual(['Your account will be removed', 'Your account is kept']);
  });
});

describe('from its time on', () => {
  test('nobody acts for the account, and it cannot be kept', async () => {
    const { account, email, browser } = await newOwner();
    const managed = await account.manage();
    await becomeDue(account.userId);
    const codes = await Promise.all([
      visit(api, browser, CANCEL),
      visit(api, browser, VIEWER),
      visit(api, { 'x-api-key': account.apiKey }, VIEWER),
      visit(api, { 'x-api-key': account.apiKey, 'x-service-user-id': managed }, VIEWER),
      signIn(api, { email, password: PASSWORD }),
    ]);
    const [inactive, keyless] = ['ACCOUNT_INACTIVE', 'API_KEY_OWNER_INVALID'];
    expect(codes.map(codeOf)).toEqual([inactive, inactive, keyless, keyless, inactive]);
  });

  test('nothing is published, also before the maintenance has come by', async () => {
    const { account } = await newOwner();
    const other = await createAccount(db);
    const targets = await Promise.all(
      [account, other].map(async ({ connect, apiKey }) => {
        const target = sandbox.createAccount('fediverse');
        const post = { content: 'Hi', platformIds: [await connect(target)] };
        const input = { post, scheduledTime: new Date(Date.now() + 1000).toISOString() };
        expect((await graphql(api, { 'x-api-key': apiKey }, CREATE, { input })).errors).toBeUndefined();
        return target.accountId;
      }),
    );
    await becomeDue(account.userId);
    const worker = await startWorker();
    try {
      await eventually(async () => sandbox.posts({ accountId: targets[1] ?? '' }).length === 1 || undefined);
      await isGone(account.userId);
      expect(sandbox.posts({ accountId: targets[0] ?? '' })).toEqual([]);
    } finally {
      await worker.stop();
    }
  });
});

test('an upload is refused between the removal of its account and the clean-up', async () => {
  const onDisk = await startService({ db });
  try {
    const { account } = await newOwner();
    const key = { 'x-api-key': account.apiKey };
    const post = { content: 'Hi', platforms: ['fediverse-1'] };
    const { postGroupId } = (await request(onDisk.url).post('/api/v1/create-post').set(key).send(post)).body;
    const file = { postGroupId, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    const CREATE_UPLOAD =
      'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }';
    const { data } = await graphql(onDisk, key, CREATE_UPLOAD, { input: file });
    const put = () =>
      fetch(data.createUpload.uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURE });
    // What the command does before the maintenance comes by.
    await db.query('DELETE FROM users WHERE id = $1', [account.userId]);
    const refused = await put();
    expect([refused.status, await refused.json()]).toEqual([403, { error: 'Account inactive' }]);
    await db.query('INSERT INTO removed_users (user_id, removed_at) VALUES ($1, now())', [account.userId]);
    await isGone(account.userId);
    expect((await put()).status).toBe(404);
  } finally {
    await onDisk.stop();
  }
});

/** Tables without rows that belong to a user. */
const NOBODYS = [
  ...['health_checks', 'instance_clients', 'live_processes', 'migrations', 'migration_requirements'],
  ...['publishing_pause', 'banner', 'push_keys'],
  // Of accounts that move to another pod.
  'parked_users',
  // Of people without an account.
  'sign_ups',
  ...NOTES,
];

describe('everything of the account is removed', () => {
  async function furnished() {
    const owner = await newOwner();
    await furnishMarked({ db, sandbox, service: api }, owner.account);
    await fillTheRest(db, owner.account.userId);
    const files = await db.query<{ key: string }>(
      `SELECT file_name AS key FROM media WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE managed_by_id = $1)
       UNION ALL SELECT c.file_name FROM media_conversions c JOIN media m ON m.id = c.media_id WHERE m.user_id = $1
       UNION ALL SELECT key FROM account_exports WHERE user_id = $1`,
      [owner.account.userId],
    );
    const keys = files.map(({ key }) => key);
    for (const key of keys) await storage.put(key, Readable.from([PICTURE]), { contentType: 'image/png' });
    // The file that was sent lies under an address that no longer takes another.
    await db.query('UPDATE media SET upload_expires_at = now() WHERE user_id = $1', [owner.account.userId]);
    const managed = await db.query<{ id: string }>('SELECT id FROM users WHERE managed_by_id = $1', [
      owner.account.userId,
    ]);
    const userIds = [owner.account.userId, owner.account.personId, ...managed.map(({ id }) => id)];
    const ids = idsOf(await rowsWithIds(), userIds);
    return { ...owner, keys, ids };
  }

  test('in every table, from the queue and from storage, and nothing of anybody else', async () => {
    const bystander = await furnished();
    const { account, ids, keys } = await furnished();
    const tables = await rowsWithIds();
    const owned = Object.keys(tables).filter((name) => !NOBODYS.includes(name));
    // A new table gets a row here, and is removed with the others, or is nobody's.
    expect(Object.keys(tracesOf(tables, ids)).sort()).toEqual(owned.sort());

    const before = tracesOf(tables, bystander.ids);
    await becomeDue(account.userId);
    const worker = await startWorker();
    try {
      await eventually(async () => {
        await maintain();
        return Object.keys(tracesOf(await rowsWithIds(), ids)).length === 0 || undefined;
      });
      await eventually(async () => (await stored(keys)).length === 0 || undefined);
      const after = tracesOf(await rowsWithIds(), bystander.ids);
      // Its deliveries are attempted, its files inspected and its counts added up meanwhile.
      for (const moving of [
        ...['pgboss.job', 'webhook_attempts', 'webhook_deliveries', 'post_logs', 'live_events'],
        ...['post_counts', 'post_count_changes'],
      ]) {
        delete before[moving];
        delete after[moving];
      }
      expect(after).toEqual(before);
      expect(await stored(bystander.keys)).toEqual(bystander.keys);

      // After an hour, when nothing can come late, its users are forgotten.
      expect(await db.query('SELECT 1 FROM removed_users WHERE user_id = $1', [account.userId])).toHaveLength(1);
      await db.query(`UPDATE removed_users SET removed_at = now() - interval '2 hours'`);
      await eventually(async () => {
        await maintain();
        return (await db.query('SELECT 1 FROM removed_users')).length === 0 || undefined;
      });
    } finally {
      await worker.stop();
    }
  });

  test('also when the worker is killed in the middle, and what came late', async () => {
    const { account, ids, keys } = await furnished();
    await insertRows(db, account.userId, manyDrafts(1500));
    await becomeDue(account.userId);
    const blocker = new pg.Client({ connectionString: db.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE webhooks IN SHARE MODE');
    const killed = await startWorker();
    await maintain();
    const groups = () => db.query('SELECT 1 FROM post_groups WHERE user_id = $1', [account.userId]);
    await eventually(async () => (await groups()).length === 0 || undefined);
    await killed.kill();
    // A run that died with its worker holds the place of the next for five minutes.
    await db.query(`DELETE FROM pgboss.job WHERE name = 'maintenance'`);
    await blocker.query('ROLLBACK');
    await blocker.end();
    // The account is gone with its first step, and what is left is known.
    expect(await db.query('SELECT 1 FROM users WHERE id = $1', [account.userId])).toEqual([]);
    expect(Object.keys(tracesOf(await rowsWithIds(), ids))).toContain('connections');

    // A request that had begun before stores something.
    await insertRows(db, account.userId, manyDrafts(1));
    const worker = await startWorker();
    try {
      await eventually(async () => {
        await maintain();
        return Object.keys(tracesOf(await rowsWithIds(), ids)).length === 0 || undefined;
      });
      await eventually(async () => (await stored(keys)).length === 0 || undefined);
    } finally {
      await worker.stop();
    }
    // It is said once, to the address that the account had.
    expect(await subjectsOfMails(db, `${MARKER}${account.userId}@example.com`)).toEqual(['Your account was removed']);
  });

  test('also when the storage is away meanwhile: its files are not lost track of', async () => {
    const { account, ids, keys } = await furnished();
    await becomeDue(account.userId);
    const cutOff = await startWorker({ S3_ENDPOINT: 'http://127.0.0.1:9' });
    await eventually(async () => {
      await maintain();
      return Object.keys(tracesOf(await rowsWithIds(), ids)).length === 0 || undefined;
    });
    await cutOff.stop();
    expect(await stored(keys)).toEqual(keys);
    const worker = await startWorker();
    try {
      await eventually(async () => {
        await maintain();
        await db.query('UPDATE object_deletions SET due_at = now()');
        return (await stored(keys)).length === 0 || undefined;
      });
    } finally {
      await worker.stop();
    }
  });
});

/** Those of these objects that are stored. */
async function stored(keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const object = await storage.get(key);
      object?.body.destroy();
      return object ? [key] : [];
    }),
  );
  return found.flat();
}

const manyDrafts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), createdAt: index, updatedAt: index, scheduledTime: null },
    ...{ status: 'draft' as const, platforms: ['fediverse'] },
  }));
