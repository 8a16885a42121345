import { randomBytes } from 'node:crypto';
import pg from 'pg';
import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
const started: Service[] = [];
let account: TestAccount;
const snapshot = `backup_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await start('api');
});

afterAll(async () => {
  // What a failed test left running.
  await Promise.all(started.map((service) => service.kill()));
  await sandbox?.close();
  await onServer(`DROP DATABASE IF EXISTS ${snapshot}`);
  await db?.drop();
});

async function start(roles: 'api' | 'worker', env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ db, roles, env });
  started.push(service);
  return service;
}

/** Statements beside the database of the test, one after the other. */
async function onServer(...statements: string[]): Promise<void> {
  const url = new URL(db.url);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * The embedded Postgres comes without pg_dump, and one of another version refuses it. A copy by template holds the same
 * rows as a dump of a database that nobody writes to.
 */
async function backUp(): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  await onServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    `CREATE DATABASE ${snapshot} TEMPLATE ${name}`,
  );
}

async function restore(): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name} TEMPLATE ${snapshot}`);
}

async function run(...args: string[]) {
  let [out, error] = ['', ''];
  const code = await runAdmin(['--json', ...args], {
    env: {
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
      PRIVATE_ADDRESSES: 'platforms',
    },
    readInput: async () => '',
    write: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  return { code, out, error };
}

/** What scripts get from `npm run --silent admin -- … --json`. */
async function admin(...args: string[]) {
  const { code, out, error } = await run(...args);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function connect(platform: SandboxPlatform) {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  const live = () => sandbox.posts({ accountId: target.accountId });
  const schedule = async (content: string, scheduledTime = new Date().toISOString()): Promise<string> => {
    const { body } = await request(api.url)
      .post('/api/v1/create-post')
      .set('x-api-key', account.apiKey)
      .send({ content, platforms: [platformId], scheduledTime })
      .expect(200);
    return body.postGroupId;
  };
  return { accountId: target.accountId, live, schedule };
}

interface Row {
  status: string;
  posted_id: string | null;
  url: string | null;
  code: string | null;
  error: { message: string; advice: string; retryable: boolean } | null;
}

const partsOf = (groupId: string): Promise<Row[]> =>
  db.query<Row>(
    `SELECT status, posted_id, url, error ->> 'code' AS code, error FROM platform_posts WHERE group_id = $1
      ORDER BY target_index, part_index`,
    [groupId],
  );

const ended = (groupId: string) =>
  eventually(async () => {
    const parts = await partsOf(groupId);
    return parts.every(({ status }) => ['published', 'failed'].includes(status)) ? parts : undefined;
  });

const outcomes = async (groupId: string) => (await partsOf(groupId)).map(({ status, code }) => code ?? status);

test('what went out between a backup and its restore does not go out again, and nothing is lost', async () => {
  const [skyfeed, messenger, fediverse, network, half, whole, edge, later, stopped] = [
    await connect('skyfeed'),
    await connect('messenger'),
    await connect('fediverse'),
    await connect('network'),
    await connect('microblog'),
    await connect('microblog'),
    await connect('messenger'),
    await connect('messenger'),
    await connect('fediverse'),
  ];
  const all = [skyfeed, messenger, fediverse, network, half, whole, edge, later, stopped];
  const live = () => all.map((target) => target.live().length);

  // A thread is half published when the backup is made: its second part is due.
  const slow = { PUBLISH_TIMEOUT_MS: '8000' };
  const first = await start('worker', slow);
  sandbox.setFault({ platform: 'microblog', accountId: half.accountId, kind: 'delay_after_store', delayMs: 5000 });
  const halfId = await half.schedule('One\n---\ntwo\n---\nthree');
  await eventually(async () => (half.live().length === 1 ? true : undefined));
  await admin('pause');
  await eventually(async () => ((await outcomes(halfId))[0] === 'published' ? true : undefined));
  await first.stop();
  await admin('resume');

  const ids = {
    skyfeed: await skyfeed.schedule('Found by its key'),
    messenger: await messenger.schedule('Nobody can ask'),
    fediverse: await fediverse.schedule('Found by its text'),
    network: await network.schedule('Nobody can ask either'),
    half: halfId,
    whole: await whole.schedule('Not split yet\n---\nwhen the backup was made'),
    edge: await edge.schedule('Due at the very time'),
    later: await later.schedule('Due after the restore', '2035-01-01T00:00:00.000Z'),
    stopped: await stopped.schedule('Sent by a worker that was stopped'),
  };
  await api.stop();
  await backUp();

  // All posts go out. One worker is paused before it has stored the outcome, and resumes later.
  sandbox.setFault({ platform: 'fediverse', accountId: stopped.accountId, kind: 'delay_after_store', delayMs: 4000 });
  const stale = await start('worker', slow);
  const { later: _, stopped: __, ...sent } = ids;
  await Promise.all(Object.values(sent).map(ended));
  await eventually(async () => (stopped.live().length === 1 ? true : undefined));
  process.kill(stale.pid, 'SIGSTOP');
  const [{ at }] = (await db.query<{ at: Date }>('SELECT now() AS at')) as [{ at: Date }];
  const sentOnce = [1, 1, 1, 1, 3, 2, 1, 0, 1];
  expect(live()).toEqual(sentOnce);

  await restore();
  await eventually(async () => ((await outcomes(halfId)).join() === 'published,pending,pending' ? true : undefined));
  await admin('pause');
  process.kill(stale.pid, 'SIGCONT');
  // The worker has resumed: it has stored that its post is live, or has given way and waits for the end of the pause.
  const [woken] = await eventually(async () => {
    const found = await db.query<{ recorded: boolean }>(
      `SELECT status = 'published' AS recorded FROM platform_posts
        WHERE group_id = $1 AND (status = 'published' OR wait ->> 'kind' = 'paused')`,
      [ids.stopped],
    );
    return found.length > 0 ? found : undefined;
  }, 120_000);
  const left = woken?.recorded ? 0 : 1;

  // As if it were restored to another cluster, whose transactions have lower ids; and due exactly then, and just after.
  await db.query('UPDATE post_groups SET event_position = event_position + 1000000000');
  await db.query(
    'UPDATE live_events SET position = position + 1000000000, transaction_id = transaction_id + 1000000000',
  );
  await db.query('UPDATE webhook_deliveries SET changed_in = changed_in + 1000000000');
  await db.query('UPDATE platform_posts SET due_at = $1 WHERE group_id = $2', [at, ids.edge]);
  const justAfter = new Date(at.getTime() + 1);
  await db.query('UPDATE platform_posts SET due_at = $1 WHERE group_id = $2', [justAfter, ids.later]);
  await db.query(`UPDATE pgboss.job SET start_after = $1, priority = 0 WHERE data ->> 'groupId' = $2`, [
    justAfter,
    ids.later,
  ]);

  // The worker that came back holds what is due, and sends nothing.
  await eventually(async () => {
    const [{ count }] = (await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM platform_posts
        WHERE status NOT IN ('published', 'failed') AND due_at <= now() AND wait ->> 'kind' IS DISTINCT FROM 'paused'`,
    )) as [{ count: number }];
    return count === 0 ? true : undefined;
  });
  expect(live()).toEqual(sentOnce);

  const command = ['after-restore', '--at', at.toISOString()];
  const [{ events }] = (await db.query<{ events: number }>('SELECT count(*)::int AS events FROM live_events')) as [
    { events: number },
  ];
  const planned = await admin(...command, '--dry-run');
  expect(planned).toMatchObject({ due: 7 + left, posts: null, reset: { groups: 9, events } });
  expect((await outcomes(ids.messenger))[0]).toBe('scheduled');

  expect(await admin(...command)).toMatchObject({
    due: 7 + left,
    posts: { published: 6 + left, notFound: 0, notLookedUp: 3 },
    reset: { groups: 9, events },
  });
  const nothing = { published: 0, notFound: 0, notLookedUp: 0 };
  const reset = { groups: 0, events: 0, deliveries: 0 };
  expect(await admin(...command)).toEqual({ due: 0, posts: nothing, jobs: 0, reset, movedAway: [] });
  expect(live()).toEqual(sentOnce);
  // What triggers count is right, also of a thread that was split and found in one transaction.
  expect(await db.query('SELECT * FROM correct_post_counts($1)', [account.userId])).toEqual([]);

  // Each with the id and the address that it has there.
  expect(await outcomes(ids.half)).toEqual(['published', 'published', 'published']);
  expect(await outcomes(ids.whole)).toEqual(['published', 'published']);
  for (const [groupId, target] of [
    [ids.skyfeed, skyfeed],
    [ids.fediverse, fediverse],
    [ids.half, half],
    [ids.whole, whole],
  ] as const) {
    const parts = await partsOf(groupId);
    expect(parts.map(({ posted_id }) => posted_id)).toEqual(target.live().map(({ postedId }) => postedId));
    expect(parts.every(({ url }) => url?.startsWith('http'))).toBe(true);
  }
  for (const groupId of [ids.messenger, ids.network, ids.edge]) {
    const [part] = await partsOf(groupId);
    expect(part).toMatchObject({
      status: 'failed',
      code: 'SCHEDULE_MISSED',
      error: { retryable: true, message: expect.stringContaining('could not be asked for it') },
    });
    expect(part?.error?.advice).not.toBe('');
  }
  const disordered = await db.query(
    `SELECT 1 FROM live_events a JOIN live_events b USING (group_id)
      WHERE a.sequence < b.sequence AND a.position > b.position`,
  );
  expect(disordered).toEqual([]);

  // What was due later goes out, once, and nothing else does.
  await admin('resume');
  const refused = await run(...command);
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('Workers are running') });
  await ended(ids.later);
  expect(await outcomes(ids.later)).toEqual(['published']);
  expect(live()).toEqual([1, 1, 1, 1, 3, 2, 1, 1, 1]);
  await stale.kill();
}, 300_000);

test('a lookup that does not find a post leaves it to its owner: SCHEDULE_MISSED, and once retried it goes out', async () => {
  api = await start('api');
  const target = await connect('skyfeed');
  const thread = await connect('microblog');
  const groupId = await target.schedule('Never sent');
  const threadId = await thread.schedule('Never\n---\nsent');
  // By the clock of the service, which may be some milliseconds ahead of the database's.
  const [{ at }] = (await db.query<{ at: Date }>(
    'SELECT max(due_at) AS at FROM platform_posts WHERE group_id = ANY($1)',
    [[groupId, threadId]],
  )) as [{ at: Date }];
  // A job that a worker of the lost cluster had.
  await db.query(
    `INSERT INTO pgboss.job (id, name, data, singleton_key, retry_limit, state, started_on)
     VALUES ($1, 'webhook', '{"deliveryId": "000000000000000000000000"}', 'lane', 1, 'active', $2)`,
    ['00000000-0000-4000-8000-000000000001', at],
  );
  expect(await admin('after-restore', '--at', at.toISOString())).toMatchObject({
    posts: { published: 0, notFound: 2, notLookedUp: 0 },
    jobs: 1,
  });
  expect(await db.query(`SELECT state FROM pgboss.job WHERE singleton_key = 'lane'`)).toEqual([{ state: 'retry' }]);
  expect([await outcomes(groupId), await outcomes(threadId)]).toEqual([['SCHEDULE_MISSED'], ['SCHEDULE_MISSED']]);
  const worker = await start('worker');
  for (const id of [groupId, threadId]) {
    const [post] = await db.query<{ id: string }>('SELECT id FROM platform_posts WHERE group_id = $1', [id]);
    const { body } = await request(api.url)
      .post('/graphql')
      .set('x-api-key', account.apiKey)
      .send({
        query: `mutation { retryPlatformPost(input: { platformPostId: "${post?.id}" }) { platformPost { id } } }`,
      });
    expect(body.errors).toBeUndefined();
  }
  await Promise.all([ended(groupId), ended(threadId)]);
  expect([target.live().length, thread.live().length]).toEqual([1, 2]);
  await worker.stop();
  await api.stop();
}, 120_000);

test('the time of a restore cannot be in the future', async () => {
  const { code, error } = await run('after-restore', '--at', '2035-01-01T00:00:00Z');
  expect({ code, error }).toEqual({ code: 1, error: 'The time of the restore must not be in the future.\n' });
});
