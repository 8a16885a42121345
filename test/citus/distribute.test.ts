/** `distribute` on an installation that has been running on one Postgres: run by `npm run test:citus`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { MIGRATIONS, makeDataSource } from '../../src/compose/data-source.js';
import { migrate } from '../../src/compose/migrate.js';
import { ACCOUNT_TABLES } from '../../src/foundation/database/distribution/tables.js';
import { newId } from '../../src/foundation/database/id.js';
import { inEachShard } from '../../src/foundation/database/in-each-shard.js';
import { createIndexConcurrently } from '../../src/foundation/database/index-concurrently.js';
import { ACCOUNT_ACTIVITY, follow, type Step } from '../live/support.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { restUpload } from '../support/rest-upload.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from '../webhooks/support.js';
import { ask, type Node, type Nodes, startNodes } from './nodes.js';

const DATABASE = 'grown';
/** Owns the database and works on it, and is no superuser. */
const ROLE = 'service';
const SCHEMAS = ['accounts_1', 'accounts_2'];

const folder = await mkdtemp(path.join(tmpdir(), 'distribute-'));
let nodes: Nodes;
let sandbox: Sandbox;
let receiver: Receiver;
let db: TestDatabase;
const running: Service[] = [];
const opened: pg.Pool[] = [];

/** The database as the service sees it, and further schemas. */
function open(searchPath = 'public'): TestDatabase {
  const url = new URL(nodes.url(DATABASE));
  url.username = ROLE;
  const options = `-c search_path=${searchPath}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2, options, application_name: 'admin' });
  pool.on('error', () => undefined);
  opened.push(pool);
  const drop = async () => undefined;
  return { url: url.href, query: async (statement, values) => (await pool.query(statement, values)).rows, drop };
}

async function start(backend: 'postgres' | 'citus'): Promise<Service> {
  const service = await startService({ db, env: { DATABASE_BACKEND: backend } });
  running.push(service);
  return service;
}

async function stop(): Promise<void> {
  for (const service of running.splice(0)) await service.stop();
}

/** One statement as the superuser, on each server. */
const onEveryNode = async (statement: string, database = DATABASE) => {
  for (const node of [nodes.coordinator, ...nodes.workers]) await ask(node.url(database), statement);
};

beforeAll(async () => {
  nodes = await startNodes(folder);
  await onEveryNode(`CREATE ROLE ${ROLE} LOGIN`, 'postgres');
  await onEveryNode(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, 'postgres');
  db = open();
  sandbox = await startSandbox({ port: 0 });
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const service of running) await service.kill();
  for (const pool of opened) await pool.end();
  await receiver?.close();
  await sandbox?.close();
  await nodes?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A command, by default as the superuser and with the configuration that distributed tables need. */
function begin(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/service/admin-main.js', ...args], {
    env: {
      ...MACHINE_ENV,
      DATABASE_URL: nodes.url(DATABASE),
      DATABASE_BACKEND: 'citus',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = (async () => {
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code, out, error };
  })();
  return { child, ended };
}

async function admin(...args: string[]) {
  const { code, out, error } = await begin(['--json', ...args]).ended;
  if (code !== 0) throw new Error(error);
  return JSON.parse(out);
}

const obstacles = async (env: Record<string, string> = {}): Promise<string[]> => {
  const { out, error } = await begin(['--json', 'distribute', '--schemas', '2', '--dry-run'], env).ended;
  expect(error).toBe('');
  return JSON.parse(out).obstacles;
};

/** What the distribution changes: ids of transactions, and in which schema an account is. */
const CHANGED = `'{event_position,transaction_id,changed_in,shard}'`;

/** Number and content of the rows of every table of the service: those of accounts are in these schemas. */
async function contents(schemas: readonly string[]): Promise<Record<string, string>> {
  const on = open();
  const tables = await on.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  // The command is recorded there.
  const names = new Set(
    [...ACCOUNT_TABLES, ...tables.map(({ name }) => name)].filter((name) => name !== 'audit_events'),
  );
  const found: Record<string, string> = {};
  for (const name of names) {
    const position = name === 'live_events' ? ` - 'position'` : '';
    const places = ACCOUNT_TABLES.some((one) => one === name) ? schemas : ['public'];
    const parts = places.map(
      (place) => `SELECT to_jsonb(t) - ${CHANGED}::text[]${position} AS row FROM ${place}.${name} t`,
    );
    const [row] = await on.query<{ rows: string; hash: string }>(
      `SELECT count(*) AS rows, md5(string_agg(row, ' ' ORDER BY row)) AS hash
         FROM (SELECT row::text FROM (${parts.join(' UNION ALL ')}) p) r`,
    );
    found[name] = `${row?.rows} ${row?.hash}`;
  }
  return found;
}

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
async function post(owner: Owner, platformId: string, content: string, scheduledTime: Date | null): Promise<string> {
  const input = {
    post: { content, platformIds: [platformId] },
    ...(scheduledTime && { scheduledTime: scheduledTime.toISOString() }),
  };
  return (await owner.run(CREATE, { input })).createPost.postGroupId;
}

/** Each goes on where the one before has ended. */
let hasFailed = false;
const step = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    expect(hasFailed).toBe(false);
    hasFailed = true;
    await work();
    hasFailed = false;
  });

const POSTS = '{ postGroups(first: 50) { totalCount edges { node { id content status posts { status url } } } } }';
const textsOf = (target: SandboxAccount) => sandbox.posts({ accountId: target.accountId }).map((one) => one.text);

let owner: Owner;
let target: SandboxAccount;
let platformId: string;
let webhookId: string;
let session: { cookie: string };
let file: string;
let lastStep: Step;
let postsBefore: unknown;
let contentsBefore: Record<string, string>;

step('an installation is used on one Postgres, and stopped with a post that is due', async () => {
  const service = await start('postgres');
  owner = await newOwner(db, service, []);
  session = await owner.account.session();
  target = sandbox.createAccount('messenger');
  platformId = await owner.account.connect(target);
  ({ id: webhookId } = await owner.listen(receiver.url, ['POST_PUBLISHED']));
  const { uploadUrl, media } = await restUpload(service, owner.headers, { postGroupId: newId() });
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await request(uploadUrl).put('').set('content-type', 'image/png').send(image).expect(200);
  file = new URL(media.url).pathname;
  const client = openSocket(service, owner.headers);
  const following = follow(client, ACCOUNT_ACTIVITY);
  await eventually(async () => {
    await post(owner, platformId, 'Draft', null);
    return following.steps.length > 0 || undefined;
  });
  await post(owner, platformId, 'Published', new Date());
  await post(owner, platformId, 'Far ahead', new Date('2035-01-01'));
  for (let others = 0; others < 30; others += 1) {
    const other = await newOwner(db, service);
    await other.account.manage();
    await post(other, 'fediverse-1', 'Of another', new Date('2035-01-01'));
  }
  await owner.ended(webhookId);
  await eventually(async () => following.steps.some(({ type }) => type === 'GROUP_FINISHED') || undefined);
  lastStep = following.steps.at(-1) as Step;
  await client.dispose();

  const [, ...others] = await obstacles();
  expect(others).toEqual([
    'Publishing is not paused: run npm run admin -- pause first.',
    expect.stringMatching(/^Others use the database \(.*live-hub.*worker\): stop every process of the service/),
  ]);
  await admin('pause');
  await post(owner, platformId, 'Due while stopped', new Date());
  postsBefore = (await graphql(service, owner.headers, POSTS)).data;
  await stop();
  expect(textsOf(target)).toEqual(['Published']);
});

step('it says what has to be changed before, and refuses', async () => {
  expect(await obstacles()).toEqual([
    'The database has no Citus: install it on every server, and CREATE EXTENSION citus in the database.',
  ]);
  await onEveryNode('CREATE EXTENSION citus');
  const [noHost] = await obstacles();
  expect(noHost).toMatch(/^The coordinator does not know its own address/);
  const coordinator = new URL(nodes.url(DATABASE));
  await ask(coordinator.href, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  const [noWorker] = await obstacles();
  expect(noWorker).toMatch(/^Citus knows no worker/);
  for (const { host, port } of nodes.workers)
    await ask(coordinator.href, 'SELECT citus_add_node($1, $2)', [host, port]);
  // The servers of the suites run so.
  const [late] = await obstacles();
  expect(late).toBe(
    'The coordinator has synchronous_commit = off, and could lose one half of a transaction: set it to on.',
  );
  await onEveryNode(`ALTER DATABASE ${DATABASE} SET synchronous_commit = on`);
  expect(await obstacles()).toEqual([]);

  expect(await obstacles({ DATABASE_URL: db.url })).toEqual([
    'Citus lets only a superuser choose workers: run the command with a DATABASE_URL of one; what it creates belongs to service.',
  ]);
  expect(
    await obstacles({
      DATABASE_BACKEND: 'postgres',
      DATABASE_READ_URL: db.url,
      DATABASE_DIRECT_URL: nodes.url(DATABASE),
    }),
  ).toEqual([
    'DATABASE_BACKEND is not citus, with which the service works on distributed tables.',
    ...['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'].map(
      (variable) =>
        `${variable} is set: on distributed tables the service connects to the coordinator itself, and to nothing else.`,
    ),
  ]);
  const worker = nodes.workers[1] as Node;
  await ask(worker.url('postgres'), `ALTER ROLE ${ROLE} NOLOGIN`);
  const [noLogin] = await obstacles();
  expect(noLogin).toBe(
    `The coordinator cannot use the worker ${worker.host}:${worker.port} as service, which the tables belong to (failed to connect to ${worker.host}:${worker.port}): create that role there, and let the coordinator log in as it.`,
  );
  await ask(worker.url('postgres'), `ALTER ROLE ${ROLE} LOGIN`);

  for (const schemas of ['0', '257', '1.5', '-1', 'two']) {
    const { code, error } = await begin(['distribute', `--schemas=${schemas}`]).ended;
    expect({ code, error }).toEqual({
      code: 1,
      error: expect.stringMatching('It must be a whole number from 1 to 256.'),
    });
  }
});

/** Runs the command, which waits for a table once it has copied everything; `meanwhile` gets its process. */
async function interrupted(meanwhile: (child: ReturnType<typeof begin>['child']) => unknown) {
  const blocker = new pg.Client({ connectionString: db.url, application_name: 'admin' });
  await blocker.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE pgboss.job IN ACCESS EXCLUSIVE MODE');
    const { child, ended } = begin(['distribute', '--schemas', '2']);
    await eventually(async () => (await sessions(`wait_event_type = 'Lock'`)) > 0 || undefined);
    await meanwhile(child);
    await blocker.query('COMMIT');
    const outcome = await ended;
    await eventually(async () => (await sessions('true')) === 0 || undefined);
    return outcome;
  } finally {
    await blocker.end();
  }
}

/** How many sessions of the command there are. */
async function sessions(condition: string): Promise<number> {
  const rows = await ask(
    nodes.url('postgres'),
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = '${DATABASE}' AND usename = 'postgres' AND application_name = 'admin' AND ${condition}`,
  );
  return rows.length;
}

async function expectUntouched(): Promise<void> {
  expect(await contents(['public'])).toEqual(contentsBefore);
  const [left] = await ask(
    nodes.url(DATABASE),
    `SELECT (SELECT count(*) FROM pg_dist_partition) AS tables,
            (SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'accounts%') AS schemas,
            (SELECT count(*) FROM pg_dist_node WHERE groupid > 0 AND NOT shouldhaveshards) AS closed,
            (SELECT column_default FROM information_schema.columns
              WHERE table_name = 'users' AND column_name = 'shard') AS shard`,
  );
  expect(left).toEqual({ tables: '0', schemas: '0', closed: '0', shard: null });
}

step(
  'a worker that crashes, a command that is killed and one that waits too long leave everything as it was',
  async () => {
    contentsBefore = await contents(['public']);
    const worker = nodes.workers[0] as Node;
    const crashed = await interrupted(async () => {
      await worker.crash();
      await worker.start();
    });
    expect(crashed).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^The database did not do it: .*run the command again/s),
    });
    await expectUntouched();

    await interrupted((child) => child.kill('SIGKILL'));
    await expectUntouched();

    const late = await interrupted((child) => once(child, 'exit'));
    expect(late).toMatchObject({ code: 1, error: expect.stringMatching('canceling statement due to lock timeout') });
    await expectUntouched();
  },
);

step('it is distributed with all of its rows, into schemas on different workers', async () => {
  const done = await admin('distribute', '--schemas', '2');
  expect(done.schemas.map(({ name }: { name: string }) => name)).toEqual(SCHEMAS);
  const workers = done.schemas.map(({ worker }: { worker: string }) => worker);
  expect(workers.sort()).toEqual(nodes.workers.map(({ host, port }) => `${host}:${port}`).sort());
  expect(await contents(SCHEMAS)).toEqual(contentsBefore);
  expect(done.moved.map(({ table, rows }: { table: string; rows: number }) => `${table}: ${rows}`)).toEqual(
    ACCOUNT_TABLES.map((table) => `${table}: ${contentsBefore[table]?.split(' ')[0]}`),
  );
  expect(await db.query('SELECT DISTINCT shard FROM users ORDER BY 1')).toEqual(SCHEMAS.map((shard) => ({ shard })));
  const [apart] = await db.query('SELECT FROM users u JOIN users o ON o.id = u.managed_by_id WHERE u.shard <> o.shard');
  expect(apart).toBeUndefined();
  for (const schema of SCHEMAS) {
    const found = await db.query<{ shard: string }>(
      `SELECT DISTINCT u.shard FROM ${schema}.post_groups g JOIN users u ON u.id = g.user_id`,
    );
    expect(found).toEqual([{ shard: schema }]);
    const orphans = await db.query(
      `SELECT FROM ${schema}.post_logs l LEFT JOIN ${schema}.post_groups g ON g.id = l.group_id WHERE g.id IS NULL`,
    );
    expect(orphans).toEqual([]);
  }
  const jobs = await db.query<{ isOfUser: boolean }>(
    `SELECT DISTINCT j.data ->> 'shard' = u.shard AS "isOfUser"
       FROM pgboss.job j JOIN users u ON u.id = j.group_tier WHERE j.name = 'publish' AND j.state < 'active'`,
  );
  expect(jobs).toEqual([{ isOfUser: true }]);
  const [{ action, details }] = (await admin('audit')).events;
  expect({ action, details }).toEqual({ action: 'accounts_distributed', details: { schemas: 2 } });
});

step('the account goes on as before, and what was due is published once', async () => {
  const service = await start('citus');
  expect((await graphql(service, owner.headers, POSTS)).data).toEqual(postsBefore);
  expect((await graphql(service, session, '{ viewer { id } }')).data.viewer.id).toBe(owner.account.userId);
  await request(service.url).get(file).expect(200);

  // Ids of the coordinator's transactions mean nothing on the worker.
  const client = openSocket(service, owner.headers);
  const old = follow(client, ACCOUNT_ACTIVITY, { after: lastStep.cursor });
  await eventually(async () => old.errors);
  expect(old.errors).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
  expect(textsOf(target)).toEqual(['Published']);
  await admin('resume');
  await receiver.wait(2);
  expect(textsOf(target)).toEqual(['Published', 'Due while stopped']);
  expect(receiver.received).toHaveLength(2);
  await client.dispose();
});

/** New accounts come to each schema, and publish. */
async function expectNewAccountsIn(schemas: readonly string[], service: Service): Promise<void> {
  for (const schema of schemas) {
    const inSchema = open(`${schema},public`);
    const newcomer = await eventually(async () => {
      const one = await newOwner(inSchema, service, []);
      const [row] = await db.query<{ shard: string }>('SELECT shard FROM users WHERE id = $1', [one.account.userId]);
      return row?.shard === schema ? one : undefined;
    });
    const own = sandbox.createAccount('messenger');
    await post(newcomer, await newcomer.account.connect(own), schema, new Date());
    await eventually(async () => textsOf(own).length > 0 || undefined);
    expect(textsOf(own)).toEqual([schema]);
  }
}

step('new accounts come to either schema', () => expectNewAccountsIn(SCHEMAS, running[0] as Service));

step('a process starts while a node is away', async () => {
  const away = nodes.workers[1] as Node;
  await away.crash();
  try {
    const api = await startService({ db, roles: 'api', env: { DATABASE_BACKEND: 'citus' } });
    expect(api.output.join('\n')).toMatch('The secrets of a shard could not be read, and were not checked');
    await api.kill();
  } finally {
    await away.start();
  }
});

/** As a later version has them. */
class InShards2000000000000 implements MigrationInterface {
  async up(query: QueryRunner) {
    await query.query('ALTER TABLE users ADD COLUMN nickname text');
    await query.query('ALTER TABLE sessions ADD COLUMN nickname text');
    await inEachShard(query, async () => {
      await query.query('ALTER TABLE platform_posts ADD COLUMN nickname text');
      await query.query('CREATE INDEX platform_posts_nickname_idx ON platform_posts (nickname)');
      await query.query(
        `CREATE FUNCTION name_post() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
         BEGIN NEW.nickname := current_setting('search_path'); RETURN NEW; END $$`,
      );
      await query.query(
        'CREATE TRIGGER name_post BEFORE INSERT ON platform_posts FOR EACH ROW EXECUTE FUNCTION name_post()',
      );
    });
  }
  down = async () => undefined;
}
class IndexInShards2000000000001 implements MigrationInterface {
  transaction = false;
  up = (query: QueryRunner) =>
    inEachShard(query, () => createIndexConcurrently(query, 'post_logs_created_idx', 'ON post_logs (created_at)'));
  down = async () => undefined;
}

/** How often there is what the migrations make, on all servers: each has every table, and workers also the parts of their own schemas. */
async function migrated(): Promise<Record<string, number>> {
  const found = await Promise.all(
    [nodes.coordinator, ...nodes.workers].map((node) =>
      ask(
        `${node.url(DATABASE)}?options=-c%20citus.override_table_visibility%3Doff`,
        `SELECT regexp_replace(c.relnamespace::regnamespace || '.' || c.relname || ' ' || what, '_\\d{6}', '', 'g') AS what
           FROM pg_class c JOIN LATERAL (
             SELECT 'has ' || attname FROM pg_attribute WHERE attrelid = c.oid AND attname = 'nickname' AND c.relkind = 'r'
             UNION ALL SELECT 'has ' || tgname FROM pg_trigger WHERE tgrelid = c.oid AND tgname ~ '^name_post'
             UNION ALL SELECT 'is valid' FROM pg_index WHERE indexrelid = c.oid AND indisvalid) w (what) ON true
          WHERE c.relname ~ '^(users|sessions|platform_posts|platform_posts_nickname_idx|post_logs_created_idx)(_\\d+)?$'`,
      ),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { what = '' } of found.flat()) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}

step('a migration is made in each schema, or in none', async () => {
  await stop();
  const migrations = [...MIGRATIONS, InShards2000000000000, IndexInShards2000000000001];
  const dataSource = await makeDataSource({ url: db.url, poolSize: 1, migrations }).initialize();
  try {
    await open('accounts_2,public').query('ALTER TABLE platform_posts ADD COLUMN nickname text');
    await expect(migrate(dataSource, db.url)).rejects.toThrow(
      'The migration InShards2000000000000 failed: column "nickname" of relation "platform_posts" already exists.',
    );
    await open('accounts_2,public').query('ALTER TABLE platform_posts DROP COLUMN nickname');
    expect(await migrated()).toEqual({});
    expect(await migrate(dataSource, db.url)).toEqual(['InShards2000000000000', 'IndexInShards2000000000001']);
  } finally {
    await dataSource.destroy();
  }
  await expectMigrated(SCHEMAS);
  await expectNewAccountsIn(SCHEMAS, await start('citus'));
  await expectNamedPostsIn(SCHEMAS);
});

async function expectMigrated(schemas: readonly string[]): Promise<void> {
  const inEach = schemas.flatMap((schema) => [
    [`${schema}.platform_posts has nickname`, 4],
    [`${schema}.platform_posts has name_post`, 4],
    [`${schema}.platform_posts_nickname_idx is valid`, 4],
    [`${schema}.post_logs_created_idx is valid`, 4],
  ]);
  // Each server has the users, and what of them is its own copy.
  const others = { 'public.users has nickname': 6, 'public.sessions has nickname': 1 };
  expect(await migrated()).toEqual({ ...Object.fromEntries(inEach), ...others });
}

/** The trigger of the migration has run, with the path of its schema. */
async function expectNamedPostsIn(schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) {
    const inSchema = open(`${schema},public`);
    expect(await inSchema.query('SELECT DISTINCT nickname FROM platform_posts WHERE nickname IS NOT NULL')).toEqual([
      { nickname: `${schema}, public` },
    ]);
  }
}

step('schemas are added, and none is removed', async () => {
  await admin('pause');
  await stop();
  const { code, error } = await begin(['distribute', '--schemas', '2']).ended;
  expect({ code, error }).toEqual({
    code: 1,
    error: 'The accounts are in 2 schemas already: more can be added, and none removed.\n',
  });
  // What is in the way of one leaves those before it.
  await ask(nodes.url(DATABASE), 'CREATE SCHEMA accounts_4');
  const { error: inTheWay } = await begin(['distribute', '--schemas', '4']).ended;
  expect(inTheWay).toContain('The database did not do it: schema "accounts_4" already exists.');
  const halfway = await admin('distribute', '--schemas', '4', '--dry-run');
  expect(halfway.schemas.map(({ worker }: { worker: string | null }) => worker === null)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  await ask(nodes.url(DATABASE), 'DROP SCHEMA accounts_4');
  const { schemas, moved } = await admin('distribute', '--schemas', '4');
  const workers: string[] = schemas.map(({ worker }: { worker: string }) => worker);
  expect(nodes.workers.map(({ port }) => workers.filter((one) => one.endsWith(`:${port}`)).length)).toEqual([2, 2]);
  expect(moved).toEqual([]);
  await admin('resume');
  const service = await start('citus');
  expect((await graphql(service, owner.headers, POSTS)).data.postGroups.totalCount).toBe(
    (postsBefore as { postGroups: { totalCount: number } }).postGroups.totalCount,
  );
  const added = ['accounts_3', 'accounts_4'];
  await expectMigrated([...SCHEMAS, ...added]);
  await expectNewAccountsIn(added, service);
  await expectNamedPostsIn(added);
});

step('one Postgres is refused afterwards', async () => {
  await stop();
  await expect(start('postgres')).rejects.toThrow('The tables are distributed: DATABASE_BACKEND must be citus.');
});
