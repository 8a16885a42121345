/** Exports: an archive of everything in an account, and nothing that opens it to somebody else. */
import { Readable } from 'node:stream';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import { newId } from '../../src/foundation/database/id.js';
import { makeS3Storage } from '../../src/storage/s3-storage.js';
import type { ObjectStorage } from '../../src/storage/storage.js';
import { plain } from '../media/support.js';
import { furnishMarked, MARKER } from '../reliability/furnish.js';
import { ACCESS_KEY, BUCKET, type S3Server, startS3Server } from '../storage/s3-server.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { storeApplication } from '../support/application.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { unzip } from '../support/unzip.js';
import { runJob } from '../webhooks/support.js';
import { codeOf, visit } from './browser.js';
import { codeOfApp, newGuarded, subjectsOfMails } from './two-factor.js';

const FIELDS = 'id status requestedAt endedAt expiresAt size url';
const REQUEST = `mutation ($input: RequestAccountExportInput!) { requestAccountExport(input: $input) { accountExport { ${FIELDS} } } }`;
const LIST = `{ accountExports(first: 50) { edges { node { ${FIELDS} } } } }`;
const NODE = `query ($id: ID!) { node(id: $id) { id ... on AccountExport { status url } } }`;
const PASSWORD = 'correct horse battery staple';
const PASSWORD_HASH = await hashPassword(PASSWORD);
const PICTURE = await plain(40, 30, 'teal').png().toBuffer();

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

const startWorker = () => startService({ db, roles: 'worker', env });

interface Owner {
  account: TestAccount;
  browser: Headers;
}

/** An account that can sign in. */
async function newOwner(): Promise<Owner> {
  const account = await createAccount(db, { workspaceAccess: true });
  await db.query('UPDATE people SET password_hash = $2 WHERE id = $1', [account.personId, PASSWORD_HASH]);
  return { account, browser: await account.session() };
}

const ask = (browser: Headers, password = PASSWORD, code?: string) =>
  visit(api, browser, REQUEST, { password, ...(code !== undefined && { code }) });

interface Shown {
  id: string;
  status: string;
  size: number | null;
  url: string | null;
  expiresAt: string;
}

const exportsOf = async (headers: Headers): Promise<Shown[]> =>
  (await graphql(api, headers, LIST)).data.accountExports.edges.map(({ node }: { node: Shown }) => node);

/** The newest export, once it is in this state. */
const became = (browser: Headers, status: string) =>
  eventually(async () => (await exportsOf(browser)).find((one) => one.status === status));

/** One worker for all tests of a group. */
function runWorker(): void {
  let worker: Service;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker?.stop());
}

/** What has been exported, while a worker runs. */
async function exported(browser: Headers): Promise<Shown> {
  await ask(browser);
  return became(browser, 'READY');
}

describe('the link of an export', () => {
  runWorker();

  const statusOf = async (url: string | null) => (await fetch(url ?? '')).status;

  test('ends when the account is deactivated, or its removal is due', async () => {
    const { account, browser } = await newOwner();
    const { url } = await exported(browser);
    expect(await statusOf(url)).toBe(200);
    for (const column of ['removal_at', 'deactivated_at']) {
      await db.query(`UPDATE users SET ${column} = now() - interval '1 minute' WHERE id = $1`, [account.userId]);
      expect(await statusOf(url)).toBe(410);
      await db.query(`UPDATE users SET ${column} = NULL WHERE id = $1`, [account.userId]);
    }
    expect(await statusOf(url)).toBe(200);
  });

  test('ends when a managed user is detached, whose posts are in the archive', async () => {
    const { account, browser } = await newOwner();
    const id = await account.manage();
    const { url } = await exported(browser);
    expect(await statusOf(url)).toBe(200);
    const detach = 'mutation ($id: ID!) { detachManagedUser(input: { userId: $id }) { detachedUserId } }';
    expect((await graphql(api, browser, detach, { id })).errors).toBeUndefined();
    expect(await statusOf(url)).toBe(410);
  });
});

describe('a request', () => {
  test('takes a session, the password, and a code where there is a second factor', async () => {
    const { account, browser } = await newOwner();
    expect(codeOf(await ask({ 'x-api-key': account.apiKey }))).toBe('SESSION_REQUIRED');
    expect(codeOf(await ask(browser, 'wrong'))).toBe('CURRENT_PASSWORD_WRONG');
    expect(await exportsOf(browser)).toEqual([]);
    const list = await graphql(api, { 'x-api-key': account.apiKey }, LIST);
    expect(list.errors?.[0]?.extensions.code).toBe('SESSION_REQUIRED');

    const member = await newGuarded(api, db);
    expect(codeOf(await ask(member.browser, member.password))).toBe('SECOND_FACTOR_REQUIRED');
    const { body } = await ask(member.browser, member.password, codeOfApp(member.secret));
    expect(body.data.requestAccountExport.accountExport).toMatchObject({ status: 'PENDING', url: null, size: null });
  });

  test('is one at a time, and three a day', async () => {
    const { account, browser } = await newOwner();
    const visits = await Promise.all([ask(browser), ask(browser), ask(browser)]);
    const ids = visits.map(({ body }) => body.data.requestAccountExport.accountExport.id);
    expect(new Set(ids).size).toBe(1);
    const jobs = await db.query(`SELECT 1 FROM pgboss.job WHERE name = 'account-export' AND data->>'exportId' = $1`, [
      ids[0],
    ]);
    expect(jobs).toHaveLength(1);
    for (let count = 2; count <= 3; count++) {
      await db.query(`UPDATE account_exports SET status = 'failed' WHERE user_id = $1`, [account.userId]);
      expect(codeOf(await ask(browser))).toBeUndefined();
    }
    await db.query(`UPDATE account_exports SET status = 'failed' WHERE user_id = $1`, [account.userId]);
    const { body } = await ask(browser);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'ACCOUNT_EXPORT_THROTTLED' });
    expect(body.errors?.[0]?.extensions.retryAfterSeconds).toBeGreaterThan(86_000);
    expect(await exportsOf(browser)).toHaveLength(3);
  });
});

describe('an archive', () => {
  runWorker();

  /** Puts the groups of a user into the queue of a schedule. */
  async function queueGroups(userId: string): Promise<void> {
    const scheduleId = newId();
    await db.query(
      `INSERT INTO posting_schedules (id, user_id, name, time_zone, times, platform_ids, created_at, updated_at)
       VALUES ($1, $2, 'Blog', 'UTC', '[]', '{}', now(), now())`,
      [scheduleId, userId],
    );
    await db.query(
      `INSERT INTO queue_entries (group_id, schedule_id, slot_at)
       SELECT id, $1, now() + row_number() OVER (ORDER BY id) * interval '1 hour' FROM post_groups WHERE user_id = $2`,
      [scheduleId, userId],
    );
  }

  /** Repeats a post of a user. */
  async function repeatGroup(userId: string): Promise<void> {
    const id = newId();
    await db.query(
      `INSERT INTO recurrences (id, user_id, template_id, rule, time_zone, starts_at, texts, publishes, used_texts, created_at, updated_at)
       SELECT $1, $2::varchar, min(id), 'FREQ=DAILY', 'UTC', now(), '{}', true, 0, now(), now() FROM post_groups WHERE user_id = $2::varchar`,
      [id, userId],
    );
    await db.query(
      `INSERT INTO occurrences (recurrence_id, occurs_at, state)
       SELECT $1, now() + n * interval '1 day', 'SKIPPED' FROM generate_series(1, 3) AS n`,
      [id],
    );
  }

  /** Numbers of the posts and of an account of a user. */
  async function measure(userId: string): Promise<void> {
    await db.query(
      `INSERT INTO post_metrics (post_id, user_id, group_id, part_index, platform, platform_id, published_at, counted_at, reactions)
       SELECT id, user_id, group_id, part_index, platform, platform_id, now(), now(), 1 FROM platform_posts WHERE user_id = $1
       ON CONFLICT DO NOTHING`,
      [userId],
    );
    await db.query(
      `INSERT INTO account_metrics (user_id, platform_id, platform, day, followers, own)
       SELECT $1, 'skyfeed-1', 'skyfeed', date '2026-01-01' + n, n, '{}' FROM generate_series(1, 3) AS n`,
      [userId],
    );
    await db.query(
      `INSERT INTO report_links (id, user_id, token_hash, name, report, created_by_id, created_at, expires_at)
       VALUES ($1, $2, $4, 'June', '{}', $3, now(), now() + interval '1 day')`,
      [newId(), userId, newId(), `hash of a token of ${userId}`],
    );
    await db.query(
      `INSERT INTO report_emails (person_id, user_id, member_of, frequency, next_on)
       SELECT person_id, user_id, user_id, 'WEEKLY', date '2100-01-04' FROM memberships WHERE user_id = $1`,
      [userId],
    );
  }

  test('has everything, with files, and no secret', async () => {
    const owner = await newOwner();
    const { userId } = owner.account;
    const { secrets } = await furnishMarked({ db, sandbox, service: api }, owner.account);
    // A file of the library has any name, and may share the object of another one.
    await db.query(
      `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                          origin, status, metadata, added_at, updated_at)
       SELECT '000000000000000000000001', user_id, '', type, '../../a name', file_name, file_path, url_pure,
              upload_expires_at, mime_type, 'library', 'ready', metadata, added_at, updated_at
         FROM media WHERE user_id = $1 ORDER BY id LIMIT 1`,
      [userId],
    );
    const files = await db.query<{ id: string; key: string }>(
      `SELECT id, file_name AS key FROM media WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE managed_by_id = $1)
        ORDER BY id`,
      [userId],
    );
    // The last one was never sent.
    const sent = files.slice(0, -1);
    for (const { key } of sent) await storage.put(key, Readable.from([PICTURE]), { contentType: 'image/png' });
    const stranger = await newOwner();
    await furnishMarked({ db, sandbox, service: api }, stranger.account);
    for (const id of [userId, stranger.account.userId]) {
      await storeApplication(db, id);
      await queueGroups(id);
      await repeatGroup(id);
      await measure(id);
    }

    const ready = await exported(owner.browser);
    const response = await fetch(String(ready.url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="account-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const archive = Buffer.from(await response.arrayBuffer());
    expect(archive.length).toBe(ready.size);
    const unzipped = await unzip(archive);
    const rows = (name: string): Record<string, unknown>[] =>
      String(unzipped.get(name))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));

    // Every file is described, and has all rows of the account, and of nobody else.
    const names = [...unzipped.keys()].filter((name) => !name.startsWith('media/'));
    for (const name of names.slice(1)) expect(String(unzipped.get('README.txt'))).toContain(name);
    const counts = Object.fromEntries(names.slice(1).map((name) => [name, rows(name).length]));
    expect(counts).toEqual({
      'users.ndjson': 2,
      'connected-accounts.ndjson': await countOf('connections', userId),
      'post-groups.ndjson': await countOf('post_groups', userId),
      'platform-posts.ndjson': await countOf('platform_posts', userId),
      'post-logs.ndjson': await countOf('post_logs l JOIN post_groups g ON g.id = l.group_id', userId),
      'post-versions.ndjson': await countOf('post_versions v JOIN post_groups g ON g.id = v.group_id', userId),
      'comments.ndjson': await countOf('comments c JOIN post_groups g ON g.id = c.group_id', userId),
      'posting-schedules.ndjson': await countOf('posting_schedules', userId),
      'queue-entries.ndjson': await countOf('queue_entries q JOIN post_groups g ON g.id = q.group_id', userId),
      'signatures.ndjson': await countOf('signatures s JOIN connections c ON c.id = s.connection_id', userId),
      'link-rules.ndjson': await countOf('link_rules', userId),
      'recurrences.ndjson': await countOf('recurrences', userId),
      'occurrences.ndjson': await countOf('occurrences o JOIN recurrences r ON r.id = o.recurrence_id', userId),
      'post-metrics.ndjson': await countOf('post_metrics', userId),
      // The worker reads accounts at any time.
      'account-metrics.ndjson': expect.any(Number),
      'report-links.ndjson': await countOf('report_links', userId),
      'feeds.ndjson': await countOf('feeds', userId),
      'feed-entries.ndjson': await countOf('feed_entries e JOIN feeds f ON f.id = e.feed_id', userId),
      'snippets.ndjson': await countOf('snippets', userId),
      'imports.ndjson': await countOf('imports', userId),
      'import-rows.ndjson': await countOf('import_rows r JOIN imports i ON i.id = r.import_id', userId),
      'labels.ndjson': await countOf('labels', userId),
      'post-labels.ndjson': await countOf('group_labels o JOIN labels l ON l.id = o.label_id', userId),
      'file-labels.ndjson': await countOf('media_labels o JOIN labels l ON l.id = o.label_id', userId),
      'media.ndjson': files.length,
      'webhooks.ndjson': await countOf('webhooks', userId),
      'webhook-deliveries.ndjson': await countOf('webhook_deliveries', userId),
      'api-keys.ndjson': await countOf('api_keys', userId),
      'connected-applications.ndjson': await countOf('applications', userId),
      'members.ndjson': 1,
      'report-emails.ndjson': await countOf('report_emails', userId),
      'sessions.ndjson': await countOf('sessions', userId),
      'audit-log.ndjson': expect.any(Number),
      'usage.ndjson': await countOf('post_usage', userId),
    });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    expect([...unzipped.values()].join('\n')).not.toContain(stranger.account.userId);
    // Numbers are numbers, and the hashes of addresses are not included.
    expect(rows('post-metrics.ndjson').map(({ reactions, views }) => [reactions, views])).toContainEqual([1, null]);
    expect(rows('account-metrics.ndjson').map(({ followers }) => followers)).toEqual(expect.arrayContaining([1, 2, 3]));
    expect([...unzipped.values()].join('\n')).not.toContain('hash of a token');
    expect(rows('post-groups.ndjson')[0]).toMatchObject({ content: MARKER, userId });

    for (const { id } of sent) {
      const { file } = rows('media.ndjson').find((row) => row.id === id) ?? {};
      expect(unzipped.get(String(file))).toEqual(PICTURE);
    }
    expect(rows('media.ndjson').at(-1)).toMatchObject({ file: null });
    const archived = [...unzipped.keys()].filter((name) => name.startsWith('media/'));
    expect(archived).toHaveLength(new Set(sent.map(({ key }) => key)).size);
    expect(archived).toContain('media/000000000000000000000001/....a_name');

    // Nothing in it gives access to anything.
    const text = [...unzipped.values()].join('\n');
    const stored = await db.query<{ secret: string }>(
      `SELECT hash AS secret FROM api_keys UNION ALL SELECT password_hash FROM people WHERE password_hash IS NOT NULL
       UNION ALL SELECT unnest(ARRAY[family_hash, code_hash, access_hash, refresh_hash]) FROM applications
       UNION ALL SELECT token_hash FROM sessions UNION ALL SELECT credentials FROM connections
       UNION ALL SELECT secret FROM webhooks UNION ALL SELECT upload_url FROM media WHERE upload_url IS NOT NULL
       UNION ALL SELECT key FROM account_exports`,
    );
    for (const secret of [...secrets, ...stored.map((row) => row.secret)]) {
      if (secret !== MARKER) expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/accessToken"|X-Amz-Signature/);

    const [user] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
    expect(await subjectsOfMails(db, String(user?.email))).toContain('Your export is ready');
  });

  test('is for the session of its owner, and its address for five minutes', async () => {
    const { account, browser } = await newOwner();
    const stranger = await newOwner();
    const { id, url } = await exported(browser);
    expect((await graphql(api, browser, NODE, { id })).data.node).toMatchObject({ id, status: 'READY' });
    for (const headers of [stranger.browser, { 'x-api-key': account.apiKey }]) {
      expect((await graphql(api, headers, NODE, { id })).data.node).toBeNull();
    }
    const status = async (address: string) => (await fetch(address)).status;
    expect(await status(String(url))).toBe(200);
    expect(await status(`${api.url}/exports/${id}`)).toBe(410);
    expect(await status(`${api.url}/exports/${'f'.repeat(24)}`)).toBe(410);
    const address = new URL(String(url));
    const expires = Number(address.searchParams.get('expires'));
    expect(expires - Date.now() / 1000).toBeLessThan(301);
    address.searchParams.set('expires', String(expires + 3600));
    expect(await status(address.href)).toBe(410);
    // The key is shown nowhere.
    const [row] = await db.query<{ key: string }>('SELECT key FROM account_exports WHERE id = $1', [id]);
    expect(JSON.stringify(await exportsOf(browser))).not.toContain(String(row?.key.split('/')[1]));
  });

  test('is deleted after seven days, with its file', async () => {
    const { browser } = await newOwner();
    const { id, url, expiresAt } = await exported(browser);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    const [row] = await db.query<{ key: string }>('SELECT key FROM account_exports WHERE id = $1', [id]);
    const key = String(row?.key);
    await db.query("UPDATE account_exports SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await fetch(String(url))).status).toBe(410);
    await eventually(async () => {
      await runJob(db, 'maintenance');
      const object = await storage.get(key);
      object?.body.destroy();
      return object === undefined || undefined;
    });
    expect(await exportsOf(browser)).toEqual([]);
  });
});

test('a worker that is killed in the middle, and a storage that fails, only delay it', async () => {
  const { account, browser } = await newOwner();
  await ask(browser);
  // Its first attempt cannot store it.
  const cutOff = await startService({ db, roles: 'worker', env: { ...env, S3_ENDPOINT: 'http://127.0.0.1:9' } });
  await eventually(async () => {
    const [job] = await db.query(`SELECT 1 FROM pgboss.job WHERE name = 'account-export' AND state = 'retry'`);
    return job;
  });
  await cutOff.kill();
  expect(await exportsOf(browser)).toMatchObject([{ status: 'PENDING' }]);
  await db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'account-export'`);
  const worker = await startWorker();
  try {
    await became(browser, 'READY');
  } finally {
    await worker.stop();
  }
  const [user] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [account.userId]);
  expect(await subjectsOfMails(db, String(user?.email))).toEqual(['Your export is ready']);
});

test('one that nobody makes any more has failed, and another can be requested', async () => {
  const { account, browser } = await newOwner();
  await ask(browser);
  // A worker that was killed may have had a run of the maintenance.
  await db.query(`DELETE FROM pgboss.job WHERE name IN ('account-export', 'maintenance')`);
  await db.query(`UPDATE account_exports SET requested_at = now() - interval '9 hours' WHERE user_id = $1`, [
    account.userId,
  ]);
  const worker = await startWorker();
  try {
    await eventually(async () => {
      await runJob(db, 'maintenance');
      return (await exportsOf(browser)).find(({ status }) => status === 'FAILED');
    });
    await ask(browser);
    await became(browser, 'READY');
  } finally {
    await worker.stop();
  }
});

/** Rows of an account and its managed users. */
async function countOf(table: string, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}
      WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE managed_by_id = $1)`,
    [userId],
  );
  return row?.count ?? 0;
}
