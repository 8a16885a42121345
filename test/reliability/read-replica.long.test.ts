import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import type { CheckResult } from '../../src/admin/config-report.js';
import { checkConfig } from '../../src/compose/check-config.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { connectTargets, createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type ReplicatedPostgres, startReplicatedPostgres, type TestReplica } from '../support/replicated-postgres.js';
import { type Service, startService } from '../support/service.js';

const USED = 'Lists are read from a replica';
const NOT_USED = 'Lists are read from the primary: the replica cannot be used';

let postgres: ReplicatedPostgres;
let db: ReplicatedPostgres['db'];
let replica: TestReplica;
/** Two processes with the same replica. */
let first: Service;
let second: Service;
const services: Service[] = [];

async function startApi(readUrl: string, env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({
    db,
    roles: 'api',
    env: { DATABASE_READ_URL: readUrl, METRICS_PORT: '0', LOG_LEVEL: 'info', ...env },
  });
  services.push(service);
  return service;
}

async function stop(service: Service): Promise<void> {
  services.splice(services.indexOf(service), 1);
  await service.stop();
}

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  ({ db } = postgres);
  replica = await postgres.replicate();
  // The replica may lag for as long as a test holds it back.
  const env = { DATABASE_READ_MAX_LAG_MS: '600000' };
  first = await startApi(replica.url, env);
  second = await startApi(replica.url, env);
});
afterEach(() => replica.resume().catch(() => undefined));
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await postgres?.stop();
});

const lines = ({ output }: Service) =>
  output.filter((line) => line.startsWith('{')).map((line): Record<string, unknown> => JSON.parse(line));
const said = (service: Service, message: string) => lines(service).filter(({ msg }) => msg === message);
/** The reasons for which a replica was not used, in their order. */
const reasons = (service: Service) => said(service, NOT_USED).map(({ reason }) => reason);
const isUsed = (service: Service, times = 1) =>
  eventually(async () => said(service, USED).length >= times || undefined);

const headers = ({ apiKey }: TestAccount) => ({ 'x-api-key': apiKey });

async function create(service: Service, account: TestAccount, content: string): Promise<string> {
  const { body } = await request(service.url)
    .post('/api/v1/create-post')
    .set(headers(account))
    .send({ content, platforms: ['fediverse-1'] })
    .expect(200);
  return body.postGroupId;
}

async function listed(service: Service, account: TestAccount): Promise<string[]> {
  const { body } = await request(service.url).get('/api/v1/list-posts').set(headers(account)).expect(200);
  return body.posts.map(({ content }: { content: string }) => content);
}

const SHOWN = `query ($after: String) {
  postGroups(first: 1, after: $after) { totalCount pageInfo { endCursor } edges { node { content posts { status } log { totalCount } } } }
  postGroupCounts { status count }
  usage { connectedAccounts }
}`;

async function metrics(service: Service): Promise<string> {
  const [{ port } = { port: 0 }] = said(service, 'Serving metrics');
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}
const lagSeconds = async (service: Service): Promise<string | undefined> =>
  /^database_replica_lag_seconds (\S+)$/m.exec(await metrics(service))?.[1];

/** How many statements of lists each server has answered to a process. */
async function answered(service: Service): Promise<Record<string, number>> {
  const text = await metrics(service);
  return Object.fromEntries(
    [...text.matchAll(/^database_list_reads_total\{server="(\w+)"\} (\d+)$/gm)].map(([, server, n]) => [
      server,
      Number(n),
    ]),
  );
}

/** The servers that answered the lists in `work`. */
async function serversOf(service: Service, work: () => Promise<unknown>): Promise<string[]> {
  const before = await answered(service);
  await work();
  const after = await answered(service);
  return Object.keys(after)
    .filter((server) => after[server] !== (before[server] ?? 0))
    .sort();
}

/** Connects each session to the next of several servers, under one address. */
async function startBalancer(urls: string[]): Promise<{ url: string; close(): Promise<void> }> {
  let taken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const { hostname, port } = new URL(urls[taken++ % urls.length] ?? '');
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(urls[0] ?? '');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Waits until the replica holds what an account has written. */
const isHeld = (account: TestAccount) =>
  Promise.all(
    [first, second].map((service) =>
      eventually(async () => {
        const servers = await serversOf(service, () => listed(service, account));
        return servers.join() === 'replica' || undefined;
      }),
    ),
  );

/** An account with one group, which the replica holds. */
async function reader(): Promise<{ account: TestAccount; change(content: string): Promise<unknown> }> {
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  const id = await create(first, account, 'before');
  await isHeld(account);
  // Behind the back of every process: who shows it, has read the primary.
  return { account, change: (content) => db.query('UPDATE post_groups SET content = $2 WHERE id = $1', [id, content]) };
}

test('lists and statistics of an account that has changed nothing come from the replica, though it lags', async () => {
  const { account, change } = await reader();
  await replica.pause();
  await change('after');
  for (const service of [first, second]) expect(await listed(service, account)).toEqual(['before']);
  const servers = await serversOf(first, async () => {
    const { data } = await graphql(first, headers(account), SHOWN);
    expect(data.postGroups.totalCount).toBe(1);
    expect(data.postGroups.edges[0].node).toMatchObject({ content: 'before', posts: [{ status: 'DRAFT' }] });
  });
  expect(servers).toEqual(['replica']);
  // What is no list is not.
  const { data } = await graphql(first, headers(account), '{ calendarFeed { createdAt } viewer { id } }');
  expect(data.viewer.id).toBe(account.userId);
});

test('an account sees what it has written, in the process that it wrote to and in another, while the replica lags', async () => {
  const [one, other] = [await reader(), await reader()];
  await replica.pause();
  await other.change('after');
  const written = ['before'];
  for (let n = 0; n < 20; n += 1) {
    await create(n % 2 ? first : second, one.account, `post ${n}`);
    written.unshift(`post ${n}`);
    expect(await listed(n % 3 ? second : first, one.account)).toEqual(written.slice(0, 20));
  }
  expect(await serversOf(first, () => listed(first, one.account))).toEqual(['primary']);
  expect(await listed(first, other.account)).toEqual(['before']);
  await replica.resume();
  await isHeld(one.account);
  expect(await listed(first, one.account)).toEqual(written.slice(0, 20));
});

test('a process that cannot hear what others have written reads from the primary', async () => {
  const { account } = await reader();
  const proxy = await startDatabaseProxy(db.url);
  const deaf = await startApi(replica.url, { DATABASE_URL: proxy.url, DATABASE_READ_MAX_LAG_MS: '600000' });
  const isRead = async () => (await serversOf(deaf, () => listed(deaf, account))).join() === 'replica' || undefined;
  await eventually(isRead);
  await replica.pause();
  expect(proxy.forget('live-hub')).toBe(1);
  await create(first, account, 'after');
  expect(await listed(deaf, account)).toEqual(['after', 'before']);
  await replica.resume();
  // It has reconnected, and takes everybody for changed until the replica has caught up with that.
  await eventually(isRead);
  expect(await listed(deaf, account)).toEqual(['after', 'before']);
  await stop(deaf);
  await proxy.close();
});

test('an account sees its usage and its audit log as they are, too', async () => {
  const { account } = await reader();
  const session = await account.session();
  await replica.pause();
  const { errors } = await graphql(
    first,
    session,
    'mutation { disconnectAccount(input: { platformId: "fediverse-1" }) { platformId } }',
  );
  expect(errors).toBeUndefined();
  const { data } = await graphql(
    second,
    session,
    '{ usage { connectedAccounts } viewer { auditLog(first: 1) { edges { node { action } } } } }',
  );
  expect(data.usage.connectedAccounts).toBe(0);
  expect(data.viewer.auditLog.edges[0].node.action).toBe('ACCOUNT_DISCONNECTED');
});

test('an owner’s usage includes changes of the users that it manages, independent of the rights of its key and account', async () => {
  const owner = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  const managed = await owner.manage();
  await connectTargets(db, managed, ['fediverse-1']);
  const plain = await owner.newKey({ workspaceAccess: false });
  const used = async (service: Service, apiKey: string) =>
    (await graphql(service, { 'x-api-key': apiKey }, '{ usage { scheduledPosts { used } } }')).data.usage.scheduledPosts
      .used;
  // So that the replica holds the user, too.
  await create(first, owner, 'before');
  await isHeld(owner);
  await replica.pause();
  await request(first.url)
    .post('/api/v1/create-post')
    .set({ ...headers(owner), 'x-service-user-id': managed })
    .send({ content: 'Hi', platforms: ['fediverse-1'], scheduledTime: new Date(Date.now() + 3_600_000).toISOString() })
    .expect(200);
  for (const apiKey of [owner.apiKey, plain]) {
    expect([await used(first, apiKey), await used(second, apiKey)]).toEqual([1, 1]);
  }
  await db.query('UPDATE users SET workspace_access = false WHERE id = $1', [owner.userId]);
  expect([await used(first, owner.apiKey), await used(second, owner.apiKey)]).toEqual([1, 1]);
});

test('a mutation reads what it returns from the primary, and the cursor of one server leads on at the other', async () => {
  const { account, change } = await reader();
  await create(first, account, 'newest');
  await replica.pause();
  await create(first, account, 'last');
  await change('after');
  const page = await graphql(first, headers(account), SHOWN);
  const { endCursor } = page.data.postGroups.pageInfo;
  expect(page.data.postGroups.edges[0].node.content).toBe('last');
  await replica.resume();
  await isHeld(account);
  await replica.pause();
  await change('later');
  const servers = await serversOf(first, async () => {
    const next = await graphql(first, headers(account), SHOWN, { after: endCursor });
    expect(next.data.postGroups.edges[0].node.content).toBe('newest');
  });
  expect(servers).toEqual(['replica']);
});

test('a replica that lags by more than it may is not used until it has caught up', async () => {
  const { account, change } = await reader();
  const strict = await startApi(replica.url, { DATABASE_READ_MAX_LAG_MS: '1000' });
  await isUsed(strict);
  await replica.pause();
  await change('after');
  await eventually(async () => reasons(strict).length > 0 || undefined);
  expect(await listed(strict, account)).toEqual(['after']);
  expect(await lagSeconds(strict)).toBe('+Inf');
  expect(await serversOf(strict, () => listed(strict, account))).toEqual(['primary']);
  await replica.resume();
  await eventually(async () => said(strict, USED).length > reasons(strict).length || undefined);
  // On a busy machine, a probe may have failed for its time, too.
  expect(reasons(strict)).toContain('it lags by more than 1000 ms');
});

test('a replica that is killed fails no request, and another one is used; nor does one that becomes a primary', async () => {
  const { account } = await reader();
  const others = [await postgres.replicate(), await postgres.replicate()];
  const places = others.map(({ url }) => new URL(url).host);
  const url = new URL(others[0]?.url ?? '');
  const service = await startApi(`${url.protocol}//${url.username}:${url.password}@${places}${url.pathname}`);
  await isUsed(service);
  const isRead = () =>
    eventually(
      async () => (await serversOf(service, () => listed(service, account))).join() === 'replica' || undefined,
    );
  await isRead();
  const used = places.indexOf(String(said(service, USED)[0]?.replica));
  let isListing = true;
  const listing = (async () => {
    for (; isListing; ) expect(await listed(service, account)).toEqual(['before']);
  })();
  await others[used]?.kill();
  await isUsed(service, 2);
  await others[1 - used]?.promote();
  await eventually(async () => reasons(service).length === 2 || undefined);
  isListing = false;
  await listing;
  expect(said(service, USED).map(({ replica: name }) => name)).toEqual([places[used], places[1 - used]]);
  expect(reasons(service)[1]).toBe('it accepts writes');
  expect(await listed(service, account)).toEqual(['before']);
});

test('a replica that no longer responds holds up a list for seconds, and is used again when it responds', async () => {
  const { account } = await reader();
  const proxy = await startDatabaseProxy(replica.url);
  const service = await startApi(proxy.url);
  await isUsed(service);
  await eventually(
    async () => (await serversOf(service, () => listed(service, account))).join() === 'replica' || undefined,
  );
  proxy.silence();
  proxy.forget();
  // More than the statement of a list may take, which is ended before.
  expect(await serversOf(service, () => listed(service, account))).toEqual(['primary_after_replica']);
  expect(reasons(service)).toHaveLength(1);
  proxy.restore();
  await isUsed(service, 2);
  await stop(service);
  await proxy.close();
});

test('an address that leads to several servers is not used', async () => {
  const { account } = await reader();
  const other = await postgres.replicate();
  const balancer = await startBalancer([replica.url, other.url]);
  const service = await startApi(balancer.url);
  await eventually(async () => reasons(service).length > 0 || undefined);
  expect(reasons(service)).toEqual(['it was restarted, or its address leads to several servers']);
  expect(await serversOf(service, () => listed(service, account))).toEqual(['primary']);
  await stop(service);
  await balancer.close();
});

/** What check-config finds. */
async function check(readUrl: string): Promise<CheckResult | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'read-replica-'));
  const { checks } = await checkConfig({
    DATABASE_URL: db.url,
    DATABASE_READ_URL: readUrl,
    ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
    DATA_DIR: folder,
    // Nothing answers there.
    ...Object.fromEntries(PLATFORM_KEYS.map((key) => [`${key.toUpperCase()}_BASE_URL`, 'http://127.0.0.1:1'])),
  });
  await rm(folder, { recursive: true });
  return checks.find(({ name }) => name.startsWith('replica'));
}

/** Of a role that may do no more than ordinary ones. */
async function asReader(url: string): Promise<string> {
  await db.query(`DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD 'reader'; EXCEPTION WHEN duplicate_object THEN END $$`);
  await db.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
  return Object.assign(new URL(url), { username: 'reader', password: 'reader' }).href;
}

test('a replica of another primary, or of another database, is not used, and the check of the configuration fails', async () => {
  const { account } = await reader();
  await db.query('CREATE DATABASE another');
  const stranger = await startReplicatedPostgres();
  const itsReplica = await stranger.replicate();
  // Its log is the longer one.
  await stranger.db.query(`CREATE TABLE filling AS SELECT repeat('x', 500) FROM generate_series(1, 60000)`);
  const another = Object.assign(new URL(replica.url), { pathname: '/another' }).href;
  for (const [readUrl, reason] of [
    [itsReplica.url, 'it repeats another primary'],
    [another, 'it is another database'],
  ] as const) {
    const service = await startApi(readUrl);
    await eventually(async () => reasons(service).length > 0 || undefined);
    expect(reasons(service)).toEqual([reason]);
    expect(await serversOf(service, () => listed(service, account))).toEqual(['primary']);
    await stop(service);
    expect(await check(readUrl)).toMatchObject({ outcome: 'failed', message: `${reason}. Check DATABASE_READ_URL.` });
  }
  const right = await asReader(replica.url);
  await eventually(async () => (await check(right))?.outcome === 'ok' || undefined);
  expect(await check(right)).toMatchObject({ message: 'it repeats the primary' });
  await stranger.stop();
});

test('where the role may not ask which primary a replica repeats, the number of the database decides alone', async () => {
  await db.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
  const url = await asReader(replica.url);
  const isDenied = async () => (await check(url))?.message === 'it repeats a primary, and this role may not ask which';
  await eventually(async () => (await isDenied()) || undefined);
  const service = await startApi(url);
  await isUsed(service);
  expect(reasons(service)).toEqual([]);
  await stop(service);
  await db.query('GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC');
});

test('a replica is not used any more when the address of the primary leads to another one', async () => {
  const stranger = await startReplicatedPostgres();
  await stranger.db.query(`ALTER ROLE CURRENT_USER PASSWORD '${new URL(db.url).password}'`);
  const primaries = [db.url];
  const address = await startBalancer(primaries);
  const proxy = await startDatabaseProxy(address.url);
  const service = await startApi(replica.url, { DATABASE_URL: proxy.url, DATABASE_READ_MAX_LAG_MS: '600000' });
  await isUsed(service);
  proxy.refuse();
  // It knows that the primary is lost.
  await eventually(async () => Number(await lagSeconds(service)) > 2 || undefined);
  primaries[0] = stranger.db.url;
  proxy.restore();
  await eventually(async () => reasons(service).length > 0 || undefined);
  expect(reasons(service)).toEqual(['it repeats another primary']);
  services.splice(services.indexOf(service), 1);
  // It has logged the errors of a database that is away.
  await service.kill();
  await proxy.close();
  await address.close();
  await stranger.stop();
});

test('without any replica the service starts, and reads from the primary', async () => {
  const { account, change } = await reader();
  await change('after');
  const service = await startApi('postgres://nobody:secret@127.0.0.1:1/service');
  await eventually(async () => reasons(service).length > 0 || undefined);
  expect(await listed(service, account)).toEqual(['after']);
  expect(await lagSeconds(service)).toBe('+Inf');
  expect(service.output.join('\n')).not.toContain('secret');
});
