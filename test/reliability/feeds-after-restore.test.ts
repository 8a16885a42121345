/** After a restored backup, nothing that a feed had published goes out again. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let web: Server;
let account: TestAccount;
let feedUrl: string;
let items: number[] = [];
const started: Service[] = [];
const snapshot = `backup_${randomBytes(6).toString('hex')}`;
const env = { PRIVATE_ADDRESSES: 'platforms,webhooks,feeds' };

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  web = createServer((_request, response) => {
    const xml = items.map((id) => `<item><guid>${id}</guid><title>Entry ${id}</title></item>`).join('');
    response.end(`<rss version="2.0"><channel>${xml}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  feedUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/feed`;
});
afterAll(async () => {
  await Promise.all(started.map((service) => service.kill()));
  web?.close();
  await sandbox?.close();
  await onServer(`DROP DATABASE IF EXISTS ${snapshot}`);
  await db?.drop();
});

async function start(roles: 'api' | 'worker'): Promise<Service> {
  const service = await startService({ db, roles, env });
  started.push(service);
  return service;
}

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

async function mutate(api: Service, name: string, selection: string, input: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`;
  const { data, errors } = await graphql(api, { 'x-api-key': account.apiKey }, query, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data[name];
}

/** Posts of the account, by status. */
async function statuses(): Promise<Record<string, number>> {
  const rows = await db.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM post_groups GROUP BY status ORDER BY status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** As if the times of the queue had come. */
async function comeDue(api: Service): Promise<void> {
  for (const { id } of await db.query<{ id: string }>(`SELECT id FROM post_groups WHERE status = 'scheduled'`)) {
    const input = { postGroupId: id, scheduledTime: new Date().toISOString() };
    await mutate(api, 'updatePost', 'postGroup { id }', input);
  }
}

test('entries of before become drafts, later ones are queued, and each went out once', async () => {
  const target = sandbox.createAccount('fediverse');
  const platformId = await account.connect(target);
  const sent = () =>
    sandbox
      .posts({ accountId: target.accountId })
      .map(({ text }) => text)
      .toSorted();
  let api = await start('api');
  const times = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  await mutate(api, 'createPostingSchedule', 'postingSchedule { id }', {
    ...{ name: 'Daily', timeZone: 'UTC', times: times.map((weekday) => ({ weekday, time: '12:00' })) },
  });
  const { feed } = await mutate(api, 'createFeed', 'feed { id }', {
    ...{ name: 'Blog', url: feedUrl, platformIds: [platformId], result: 'QUEUE', template: '{{title}}' },
  });
  await api.stop();
  const name = new URL(db.url).pathname.slice(1);
  await onServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    `CREATE DATABASE ${snapshot} TEMPLATE ${name}`,
  );

  // What the backup does not have.
  items = [2, 1];
  api = await start('api');
  await mutate(api, 'refreshFeed', 'feed { id }', { feedId: feed.id });
  expect(await statuses()).toEqual({ scheduled: 2 });
  await comeDue(api);
  const worker = await start('worker');
  await eventually(async () => (sent().length === 2 ? true : undefined));
  await eventually(async () => ((await statuses()).published === 2 ? true : undefined));
  await Promise.all([worker.stop(), api.stop()]);

  await onServer(`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name} TEMPLATE ${snapshot}`);
  let error = '';
  const code = await runAdmin(['--json', 'after-restore', '--at', new Date().toISOString()], {
    env: {
      ...{ DATABASE_URL: db.url, ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64') },
      ...{ LOG_LEVEL: 'silent', PRIVATE_ADDRESSES: 'platforms' },
    },
    readInput: async () => '',
    write: () => undefined,
    writeError: (text) => (error += text),
  });
  expect({ code, error }).toEqual({ code: 0, error: '' });

  api = await start('api');
  await mutate(api, 'refreshFeed', 'feed { id }', { feedId: feed.id });
  expect(await statuses()).toEqual({ draft: 2 });
  items = [3, 2, 1];
  await mutate(api, 'refreshFeed', 'feed { id }', { feedId: feed.id });
  expect(await statuses()).toEqual({ draft: 2, scheduled: 1 });
  await comeDue(api);
  const after = await start('worker');
  await eventually(async () => (sent().length === 3 ? true : undefined));
  await Promise.all([after.stop(), api.stop()]);
  expect(sent()).toEqual(['Entry 1', 'Entry 2', 'Entry 3']);
});
