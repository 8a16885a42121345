import fc from 'fast-check';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { makeRemoveExpired } from '../../jobs/remove-expired.js';
import { makeRetentionRules } from '../../jobs/retention-rules.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { newId } from '../../src/foundation/database/id.js';
import { makeTransaction, type Transaction } from '../../src/foundation/database/unit-of-work.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { AGES, idAt as idOf, removeExpired } from '../support/retention.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const clock = () => NOW;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let db: TestDatabase;
let dataSource: DataSource;
let transaction: Transaction;
beforeEach(async () => {
  db = await createTestDatabase();
  dataSource = await makeDataSource({ url: db.url, poolSize: 4 }).initialize();
  transaction = makeTransaction(dataSource);
});
afterEach(async () => {
  await dataSource.destroy();
  await db.drop();
});

const ids = async (sql: string) => (await db.query<{ id: string }>(sql)).map(({ id }) => id).sort();

interface Made {
  status?: string;
  /** Days since the group and its posts were changed. */
  age: number;
}

/** A group with one post. */
async function group({ status = 'published', age }: Made): Promise<{ groupId: string; postId: string }> {
  const at = ago(age);
  const [groupId, postId] = [newId(at), newId(at)];
  const ended = ['published', 'failed'].includes(status);
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES ($1, 'user', 'A', $2, $3, '{}', $4, $4)`,
    [groupId, ended ? status : 'scheduled', ended ? 'finished' : 'pending', at],
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, created_at, updated_at)
     VALUES ($1, $2, 'user', 0, 'fediverse', '1', 'fediverse-1', $3, $4, $4)`,
    [postId, groupId, status, at],
  );
  return { groupId, postId };
}

/** A row of a given age; returns its id. */
async function logEntry(groupId: string, age: number): Promise<string> {
  const id = idAt(age);
  await db.query(`INSERT INTO post_logs (id, group_id, event, created_at) VALUES ($1, $2, 'scheduled', $3)`, [
    id,
    groupId,
    ago(age),
  ]);
  return id;
}
async function attempt(postId: string, age: number, outcome: string | null, number = 1): Promise<string> {
  const id = idAt(age);
  await db.query(
    `INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until, outcome, ended_at)
     VALUES ($1, $2, $3, $4, $4, $5, $6)`,
    [id, postId, number, ago(age), outcome, outcome === null ? null : ago(age)],
  );
  return id;
}
const idAt = (age: number) => idOf(ago(age));

const insertPerson = (id: string) =>
  db.query(`INSERT INTO people (id, email, name, created_at) VALUES ($1::text, $1::text, 'Test', now())`, [id]);

test('what has served its time is removed: sessions, browsers, links, logins, keys, events, counts', async () => {
  const MINUTE = 1 / (24 * 60);
  for (const [id, age] of [['over', MINUTE] as const, ['not over', -1] as const]) {
    await insertPerson(id);
    await db.query(
      `INSERT INTO sessions (id, token_hash, person_id, user_id, created_at, last_used_at, expires_at)
       VALUES ($1::text, $1::text, $1::text, $1::text, $2, $2, $2)`,
      [id, ago(age)],
    );
    await db.query(
      `INSERT INTO devices (id, person_id, token_hash, last_sign_in_at) VALUES ($1::text, $1::text, $1::text, $2)`,
      [id, ago(age + 400)],
    );
    await db.query(`INSERT INTO second_factors (person_id, secret, created_at) VALUES ($1, 's', $2)`, [
      id,
      ago(age + 10 * MINUTE),
    ]);
    await db.query('INSERT INTO throttles (key, points, resets_at) VALUES ($1, 1, $2)', [id, ago(age)]);
    await db.query('INSERT INTO request_limits (key, points, resets_at) VALUES ($1, 1, $2)', [id, ago(age)]);
    await db.query(
      `INSERT INTO email_tokens (token_hash, purpose, email, created_at, expires_at) VALUES ($1, 'p', 'e', $2, $2)`,
      [id, ago(age)],
    );
    await db.query(
      `INSERT INTO sign_ups (id, email, password_hash, display_name, created_at, expires_at) VALUES ($1, 'e', 'p', 'd', $2, $2)`,
      [id, ago(age)],
    );
    await db.query(
      `INSERT INTO login_attempts (id, state_hash, browser_hash, user_id, platform, phase, expires_at)
       VALUES ($1::text, $1::text, 'b', 'u', 'fediverse', 'p', $2)`,
      [id, ago(age + 1)],
    );
    await db.query(
      `INSERT INTO idempotency_keys (owner_id, user_id, key, request_hash, group_id, created_at) VALUES ('o', 'u', $1, 'h', 'g', $2)`,
      [id, ago(age + 1)],
    );
    await db.query(
      `INSERT INTO live_events (group_id, sequence, user_id, payload, created_at) VALUES ($1, 1, 'u', '{}', $2)`,
      [id, ago(age + 7)],
    );
    await db.query(`INSERT INTO live_processes (id, lease_until) VALUES ($1, $2)`, [id, ago(age + 1 / 24)]);
    await db.query(
      `INSERT INTO live_posts (account, posted_id, post_id, claimed_at) VALUES ('a', $1::text, $1::text, $2)`,
      [id, ago(age + 30)],
    );
    await db.query(`INSERT INTO removed_attempts (id, account, started_at, uncertain_until) VALUES ($1, 'a', $2, $2)`, [
      id,
      ago(age + 30),
    ]);
    await db.query('INSERT INTO expiry_notices (connection_id, expires_at) VALUES ($1, $2)', [id, ago(age)]);
    await db.query(
      `INSERT INTO processing_sessions (id, user_id, events, ended, alive_at) VALUES ($1, 'u', '[]', true, $2)`,
      [id, ago(age + 1)],
    );
  }
  await insertPerson('on');
  await db.query(
    `INSERT INTO second_factors (person_id, secret, created_at, confirmed_at) VALUES ('on', 's', $1, $1)`,
    [ago(400)],
  );

  const removed = await removeExpired(transaction, { clock });
  expect(removed).toEqual({
    sessions: 1,
    devices: 1,
    second_factor_set_ups: 1,
    throttle_counts: 1,
    request_counts: 1,
    email_links: 1,
    sign_ups: 1,
    logins: 1,
    idempotency_keys: 1,
    live_events: 1,
    live_processes: 1,
    live_posts: 1,
    removed_attempts: 1,
    expiry_notices: 1,
    processing_sessions: 1,
  });
  expect(await ids('SELECT token_hash AS id FROM sessions')).toEqual(['not over']);
  expect(await ids('SELECT key AS id FROM idempotency_keys')).toEqual(['not over']);
  expect(await ids('SELECT person_id AS id FROM second_factors')).toEqual(['not over', 'on']);
});

test('sessions of operators in other accounts are removed once they have expired', async () => {
  const userId = newId();
  await db.query(
    `INSERT INTO users (id, email, display_name, plan, created_at) VALUES ($1::text, $1::text, 'Test', 'starter', now())`,
    [userId],
  );
  await insertPerson(userId);
  for (const [id, expiresAt] of [
    ['over', ago(0.01)],
    ['not over', ago(-0.01)],
  ] as const) {
    await db.query(
      `INSERT INTO sessions (id, token_hash, person_id, user_id, created_at, last_used_at, expires_at)
       VALUES ($1::text, $1::text || $2::text, $2, $2, $3, $3, $4)`,
      [`own ${id}`, userId, ago(0), ago(-1)],
    );
    await db.query(
      `INSERT INTO operator_sessions (token_hash, id, user_id, session_id, may_write, expires_at)
       VALUES ($1::text, $1::text, $2, $3, false, $4)`,
      [id, userId, `own ${id}`, expiresAt],
    );
  }
  expect(await removeExpired(transaction, { clock })).toMatchObject({ operator_sessions: 1 });
  expect(await ids('SELECT id FROM operator_sessions')).toEqual(['not over']);
});

test('log entries are removed by their age, but not of groups that have not ended', async () => {
  const [ended, draft, waiting] = [
    await group({ age: 400 }),
    await group({ status: 'draft', age: 400 }),
    await group({ status: 'scheduled', age: 400 }),
  ];
  const kept = [
    await logEntry(ended.groupId, 364),
    await logEntry(draft.groupId, 400),
    await logEntry(waiting.groupId, 400),
  ];
  await logEntry(ended.groupId, 366);
  await logEntry(ended.groupId, 1000);
  expect(await removeExpired(transaction, { clock })).toEqual({ post_logs: 2 });
  expect(await ids('SELECT id FROM post_logs')).toEqual(kept.sort());
});

test('of the numbers of an account, the last day of each month stays, however old', async () => {
  const days = [
    '2025-08-01',
    '2025-08-20',
    '2025-08-31',
    '2025-09-02',
    '2025-09-30',
    '2025-10-17',
    '2025-10-18',
    '2026-11-22',
  ];
  for (const platformId of ['fediverse-1', 'fediverse-2']) {
    await db.query(
      `INSERT INTO account_metrics (user_id, platform_id, platform, day, followers, own)
       SELECT 'u', $1, 'fediverse', day::date, 1, '{}' FROM unnest($2::text[]) AS d(day)`,
      [platformId, platformId === 'fediverse-1' ? days : ['2025-08-01', '2025-08-02']],
    );
  }
  // 400 days before are the 18th of October.
  expect(await removeExpired(transaction, { clock })).toEqual({ account_metrics: 5 });
  expect(await ids(`SELECT platform_id || ' ' || day AS id FROM account_metrics`)).toEqual([
    ...['2025-08-31', '2025-09-30', '2025-10-18', '2026-11-22'].map((day) => `fediverse-1 ${day}`),
    'fediverse-2 2025-08-02',
  ]);
});

test('attempts are removed once their post has ended, but for those that a retry looks up', async () => {
  const published = await group({ age: 100 });
  const failed = await group({ status: 'failed', age: 100 });
  const unfinished = await group({ status: 'processing', age: 100 });
  const justEnded = await group({ age: 80 });
  await attempt(published.postId, 100, 'unknown', 1);
  await attempt(published.postId, 100, 'published', 2);
  await attempt(failed.postId, 100, 'rejected', 1);
  const kept = [
    await attempt(failed.postId, 100, 'unknown', 2),
    await attempt(failed.postId, 100, 'absent', 3),
    await attempt(unfinished.postId, 100, 'rejected', 1),
    await attempt(unfinished.postId, 100, null, 2),
    await attempt(justEnded.postId, 100, 'published', 1),
  ];
  expect(await removeExpired(transaction, { clock })).toEqual({ publish_attempts: 3 });
  expect(await ids('SELECT id FROM publish_attempts')).toEqual(kept.sort());
});

test('deliveries are removed with their attempts once they have ended, however old the ones are that go on', async () => {
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     VALUES ('w', 'u', 'W', 'http://a', '{}', 's', true, 0, now(), now())`,
  );
  const delivery = async (age: number, status: string, ended: number | null) => {
    const id = idAt(age);
    await db.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
       VALUES ($1, 'w', 'u', 'e', 's', '{}', $2, false, $3, $4)`,
      [id, status, ago(age), ended === null ? null : ago(ended)],
    );
    await db.query(
      `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms) VALUES ($1, 1, $2, 1)`,
      [id, ago(age)],
    );
    return id;
  };
  await delivery(31, 'delivered', 31);
  await delivery(40, 'skipped', 40);
  const kept = [
    await delivery(400, 'pending', null),
    await delivery(40, 'delivered', 2),
    await delivery(29, 'skipped', 29),
  ];
  expect(await removeExpired(transaction, { clock })).toEqual({ webhook_deliveries: 2 });
  expect(await ids('SELECT id FROM webhook_deliveries')).toEqual(kept.sort());
  expect(await ids('SELECT delivery_id AS id FROM webhook_attempts')).toEqual(kept.sort());
});

test('files are removed where every post of their group ended long ago, and noted for deletion with their conversions', async () => {
  const file = async (groupId: string, age: number, more: { user?: string; status?: string } = {}) => {
    const id = idAt(age);
    await db.query(
      `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                          status, metadata, added_at, updated_at, stored_bytes)
       VALUES ($1::text, $2, $3, 'image', 'n', 'image/' || $1::text, 'p', 'u', $4, 'image/png', $5, '{}', $4, $4, 7)`,
      [id, more.user ?? 'user', groupId, ago(age), more.status ?? 'ready'],
    );
    await db.query(
      `INSERT INTO media_conversions (media_id, rule, file_name, mime_type, size, width, height)
       VALUES ($1::text, 'r', 'converted/' || $1::text, 'image/jpeg', 1, 1, 1)`,
      [id],
    );
    return id;
  };
  const ended = await group({ age: 61 });
  const failed = await group({ status: 'failed', age: 61 });
  const alsoRunning = await group({ age: 61 });
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, created_at, updated_at)
     VALUES ($1, $2, 'user', 1, 'fediverse', '1', 'fediverse-1', 'scheduled', $3, $3)`,
    [newId(), alsoRunning.groupId, ago(61)],
  );
  const retriedLately = await group({ status: 'failed', age: 61 });
  await db.query('UPDATE platform_posts SET updated_at = $2 WHERE id = $1', [retriedLately.postId, ago(59)]);
  const removed = [
    await file(ended.groupId, 70),
    await file(ended.groupId, 61, { status: 'awaiting' }),
    await file(failed.groupId, 70),
  ];
  await file(ended.groupId, 70, { user: 'a stranger' });
  await file(ended.groupId, 59);
  await file(alsoRunning.groupId, 70);
  await file(retriedLately.groupId, 70);
  await file((await group({ status: 'draft', age: 70 })).groupId, 70);
  await file((await group({ status: 'scheduled', age: 70 })).groupId, 70);
  expect(await removeExpired(transaction, { clock, kinds: ['media'], batchRows: 2 })).toEqual({ media: 3 });
  expect(await ids(`SELECT id FROM media WHERE status = 'broken'`)).toEqual(removed.sort());
  expect(await ids('SELECT key AS id FROM object_deletions')).toEqual(
    removed.flatMap((id) => [`image/${id}`, `converted/${id}`]).sort(),
  );
  expect(await ids('SELECT media_id AS id FROM media_conversions')).toHaveLength(6);
  expect(await db.query(`SELECT bytes::int AS bytes, files FROM storage_usage WHERE user_id = 'user'`)).toEqual([
    { bytes: 5 * 7, files: 8 },
  ]);
  expect(await removeExpired(transaction, { clock, kinds: ['media'] })).toEqual({});
});

test('data without an age limit is not read', async () => {
  const { groupId, postId } = await group({ age: 9000 });
  await logEntry(groupId, 9000);
  await attempt(postId, 9000, 'published');
  const config = { ...AGES, postLogsMs: null, publishAttemptsMs: null, webhookDeliveriesMs: null, mediaMs: null };
  expect(await removeExpired(transaction, { clock, config })).toEqual({});
  expect(await ids('SELECT id FROM post_logs')).toHaveLength(1);
});

test('for all ages, states and batch sizes, exactly the old and unneeded rows are removed', async () => {
  const group = fc.record({
    ended: fc.boolean(),
    ages: fc.array(fc.oneof(fc.integer({ min: 300, max: 430 }), fc.constant(365), fc.constant(366)), { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 6 }), fc.integer({ min: 1, max: 7 }), async (groups, batchRows) => {
      await db.query('TRUNCATE post_groups CASCADE');
      const kept: string[] = [];
      for (const { ended, ages } of groups) {
        const { groupId } = await makeGroup(ended);
        for (const age of ages) {
          const id = await logEntry(groupId, age);
          if (!ended || age <= 365) kept.push(id);
        }
      }
      const entries = groups.reduce((sum, { ages }) => sum + ages.length, 0);
      const { post_logs: removed = 0 } = await removeExpired(transaction, { clock, kinds: ['post_logs'], batchRows });
      expect(await ids('SELECT id FROM post_logs')).toEqual(kept.sort());
      expect(removed).toBe(entries - kept.length);
    }),
    { numRuns: 40 },
  );
});
const makeGroup = (ended: boolean) => group({ status: ended ? 'published' : 'draft', age: 500 });

test('two workers at once remove each row once, and a row that a transaction holds is left to the next pass', async () => {
  const { groupId } = await group({ age: 500 });
  for (let entry = 0; entry < 60; entry += 1) await logEntry(groupId, 400);
  const [held] = await ids('SELECT id FROM post_logs LIMIT 1');
  let let_go: () => void = () => undefined;
  let holding: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    holding = resolve;
  });
  const holder = transaction(async (tx) => {
    await tx.query('SELECT 1 FROM post_logs WHERE id = $1 FOR UPDATE', [held]);
    holding();
    await new Promise<void>((resolve) => {
      let_go = resolve;
    });
  });
  await isHeld;
  const run = () => removeExpired(transaction, { clock, batchRows: 3 });
  const both = await Promise.all([run(), run()]);
  // One of the two may have found the other at work, and left it the rest.
  const rest = await run();
  const counts = [...both, rest].map(({ post_logs = 0 }) => post_logs);
  expect(counts.reduce((sum, count) => sum + count)).toBe(59);
  expect(await ids('SELECT id FROM post_logs')).toEqual([held]);
  let_go();
  await holder;
  expect(await run()).toEqual({ post_logs: 1 });
});

test('a rule that fails does not stop the others, and none waits for the backlog of another', async () => {
  const order: string[] = [];
  const logged: string[] = [];
  const rule = (kind: string, batches: number) => ({
    kind,
    keptMs: 0,
    timeOf: (place: unknown) => new Date(Number(place)),
    async removeBatch() {
      if (kind === 'broken') throw new Error('no');
      order.push(kind);
      const isFull = order.filter((name) => name === kind).length < batches;
      return { seen: isFull ? 10 : 3, removed: isFull ? 10 : 3, last: '0' };
    },
  });
  await makeRemoveExpired({
    rules: [rule('broken', 1), rule('many', 4), rule('few', 1)],
    transaction,
    clock,
    monotonic: () => performance.now(),
    sleep: async () => undefined,
    log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    report: () => undefined,
    batchRows: 10,
  })();
  expect(order).toEqual(['many', 'few', 'many', 'many', 'many']);
  expect(logged).toMatchObject([{ kind: 'broken' }, { msg: 'Removed old data', removed: { many: 33, few: 3 } }]);
});

test('a run ends after its time limit, reports what is left, and the next continues there', async () => {
  const { groupId } = await group({ age: 500 });
  for (let entry = 0; entry < 9; entry += 1) await logEntry(groupId, 400);
  let now = 0;
  const reports: object[] = [];
  const run = makeRemoveExpired({
    rules: makeRetentionRules(AGES, clock).filter(({ kind }) => kind === 'post_logs'),
    transaction,
    clock,
    monotonic: () => now,
    sleep: async () => {
      now += 8_000;
    },
    log: pino({ level: 'silent' }),
    report: (report) => reports.push(report),
    batchRows: 2,
  });
  await run();
  await run();
  await run();
  expect(reports).toMatchObject([
    { removed: 6, lagMs: expect.any(Number) },
    { removed: 3, lagMs: 0 },
    { removed: 0, lagMs: 0 },
  ]);
  expect((reports[0] as { lagMs: number }).lagMs).toBe(35 * DAY_MS);
});
