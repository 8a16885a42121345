import type { Client } from 'graphql-ws';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { DELIVERY, type Delivery, newOwner, startReceiver } from '../webhooks/support.js';
import {
  ACCOUNT_ACTIVITY,
  createGroup,
  cursorOf,
  expectWhole,
  type Following,
  follow,
  isGroupFinished,
  LATER,
  mutate,
  numbersOf,
  POST_PROGRESS_WITH_OBJECTS,
  storedNames,
  upTo,
} from './support.js';

// A proxy between the API and Postgres breaks connections, also for the API's subscribers; the worker connects
// directly.

const GROUPS = 8;

let db: TestDatabase;
let proxy: DatabaseProxy;
let sandbox: Sandbox;
let api: Service;
let worker: Service;
let account: TestAccount;
let platformIds: string[];
let clients: Client[];

beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await startDatabaseProxy(db.url);
  sandbox = await startSandbox({ port: 0 });
  [api, worker] = await Promise.all([
    startService({ db: { ...db, url: proxy.url }, roles: 'api', env: { LOG_LEVEL: 'info' } }),
    startService({ db, roles: 'worker' }),
  ]);
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  platformIds = await Promise.all(
    (['fediverse', 'skyfeed'] as const).map((key) => account.connect(sandbox.createAccount(key))),
  );
  clients = [];
  api.output.length = 0;
});
afterEach(() => Promise.all(clients.map((client) => client.dispose())));
afterAll(async () => {
  await proxy?.close();
  for (const service of [api, worker]) {
    // What a process logs about a database that is down is no fault of it.
    service.errors.length = 0;
    await service.stop();
  }
  await sandbox?.close();
  await db?.drop();
});

const headers = () => ({ 'x-api-key': account.apiKey });
const open = () => {
  const client = openSocket(api, headers());
  clients.push(client);
  return client;
};

/** Groups that wait, with a subscriber of each, and three of the account. */
async function followAll() {
  const { cursor, past } = await cursorOf(db, api, headers(), account.userId);
  const ofAccount = upTo(3).map(() => follow(open(), ACCOUNT_ACTIVITY, { after: cursor }));
  const ids = await Promise.all(
    upTo(GROUPS).map((n) => createGroup(api, headers(), { content: `Post ${n}`, platformIds, scheduledTime: LATER })),
  );
  const client = open();
  const ofGroups = ids.map((id) => follow(client, POST_PROGRESS_WITH_OBJECTS, { id, after: 0 }));
  await eventually(async () => [...ofAccount, ...ofGroups].every(({ steps }) => steps.length > 0) || undefined);
  return { ids, ofAccount, ofGroups, past };
}

/** Waits until all have received everything, once and in order, and no subscription ended. */
async function received(ofAccount: Following[], past: string[], ofGroups: Following[]): Promise<void> {
  await eventually(async () => {
    const stored = (await storedNames(db, account.userId)).length - past.length;
    return ofAccount.every(({ steps }) => steps.length >= stored) || undefined;
  }, 40_000);
  await eventually(async () => {
    const stored = (await storedNames(db, account.userId)).length - past.length;
    const groups = ofGroups.reduce((sum, { steps }) => sum + steps.length, 0);
    // The markers that showed where the account's subscribers begin are of no group here.
    const markers = (ofAccount[0]?.steps ?? []).filter(({ groupStatus }) => groupStatus === 'DRAFT').length;
    return groups >= stored - markers || undefined;
  });
  for (const { steps, errors, completed } of ofAccount) {
    await expectWhole(db, account.userId, steps, past);
    expect({ errors, completed }).toEqual({ errors: undefined, completed: false });
  }
  for (const { steps, errors, completed } of ofGroups) {
    expect(numbersOf(steps)).toEqual(upTo(steps.length));
    expect({ errors, completed }).toEqual({ errors: undefined, completed: false });
  }
}

/** Has the groups published, one after the other, starting now. */
const publish = (ids: string[], everyMs: number) =>
  Promise.all(
    ids.map((id, index) =>
      mutate(api, headers(), 'updatePost', {
        postGroupId: id,
        scheduledTime: new Date(Date.now() + 1000 + index * everyMs).toISOString(),
      }),
    ),
  );
const allEnded = (followings: Following[]) =>
  eventually(async () => followings.every(({ steps }) => steps.some(isGroupFinished)) || undefined, 60_000);
const finishedGroups = async () => {
  const rows = await db.query("SELECT 1 FROM live_events WHERE payload->>'type' = 'group_finished' AND user_id = $1", [
    account.userId,
  ]);
  return rows.length;
};
const hubLines = () => api.output.filter((line) => line.includes('The LISTEN connection to Postgres'));

test('subscribers wait while Postgres is down, and then receive all that happened meanwhile', async () => {
  const { ids, ofAccount, ofGroups, past } = await followAll();
  await publish(ids, 0);
  proxy.refuse();
  await eventually(async () => (await finishedGroups()) === GROUPS || undefined);
  const opened = follow(clients[0] as Client, ACCOUNT_ACTIVITY);
  await opened.ended;
  expect(opened.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR' } }]);
  proxy.restore();
  await allEnded(ofGroups);
  await received(ofAccount, past, ofGroups);
  await eventually(async () => hubLines().length === 2 || undefined);
  expect(hubLines().map((line) => JSON.parse(line))).toMatchObject([
    { msg: expect.stringContaining('was lost'), missedSince: expect.any(String) },
    { msg: expect.stringContaining('was restored') },
  ]);
});

test('all sessions of the API end again and again, once for each post that is published', async () => {
  const { ids, ofAccount, ofGroups, past } = await followAll();
  for (const [index, id] of ids.entries()) {
    await eventually(async () => {
      const answer = await mutate(api, headers(), 'updatePost', {
        postGroupId: id,
        scheduledTime: new Date().toISOString(),
      });
      return answer.errors ? undefined : true;
    });
    const published = eventually(async () => (await finishedGroups()) === index + 1 || undefined);
    proxy.refuse();
    // Every other time it comes back while the post is under way.
    if (index % 2 === 0) await published;
    proxy.restore();
    await published;
  }
  await allEnded(ofGroups);
  await received(ofAccount, past, ofGroups);
});

test('a restart of Postgres: all sessions of the database end, those of the worker, too', async () => {
  const { ids, ofAccount, ofGroups, past } = await followAll();
  await publish(ids, 300);
  for (const _ of upTo(4)) {
    const before = await finishedGroups();
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> '' AND backend_start < now() - interval '1 second'`,
    );
    await eventually(async () => {
      const finished = await finishedGroups();
      return finished > before || finished === ids.length || undefined;
    });
  }
  await allEnded(ofGroups);
  await received(ofAccount, past, ofGroups);
});

test('a LISTEN session that died without a word is noticed, and made again', async () => {
  const { ids, ofAccount, ofGroups, past } = await followAll();
  expect(proxy.forget('live-hub')).toBe(1);
  await publish(ids, 0);
  await allEnded(ofGroups);
  await received(ofAccount, past, ofGroups);
  expect(hubLines()).toHaveLength(2);
});

test('deliveries of webhooks that change while Postgres is down are sent when it is back', async () => {
  const receiver = await startReceiver();
  const owner = await newOwner(db, api);
  const { id: webhookId } = await owner.listen(receiver.url, ['POST_PUBLISHED']);
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const client = openSocket(api, owner.headers);
  clients.push(client);
  const deliveries: Delivery[] = [];
  let ended: unknown;
  client.subscribe<{ webhookActivity: { delivery: Delivery } }>(
    { query: `subscription { webhookActivity { delivery { ${DELIVERY} } } }` },
    {
      next: ({ data }) => void deliveries.push(data?.webhookActivity.delivery as Delivery),
      error: (error) => {
        ended = error;
      },
      complete: () => {
        ended = 'completed';
      },
    },
  );
  // It has started when it sends an event.
  await eventually(async () => {
    await owner.run(`mutation { sendTestWebhook(input: { webhookId: "${webhookId}" }) { delivery { id } } }`);
    return deliveries.length > 0 || undefined;
  });
  const scheduledTime = new Date(Date.now() + 1500).toISOString();
  const ids = await Promise.all(
    upTo(5).map((n) =>
      createGroup(api, owner.headers, { content: `To be sent ${n}`, platformIds: [platformId], scheduledTime }),
    ),
  );
  proxy.refuse();
  const delivered = () =>
    db.query<{ id: string }>(
      "SELECT id FROM webhook_deliveries WHERE user_id = $1 AND status = 'delivered' AND NOT is_test",
      [owner.account.userId],
    );
  const stored = await eventually(async () => {
    const rows = await delivered();
    return rows.length === ids.length ? rows : undefined;
  });
  proxy.restore();
  const received = () => deliveries.filter(({ isTest, status }) => !isTest && status === 'DELIVERED');
  await eventually(async () => received().length >= stored.length || undefined);
  expect(
    received()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(stored.map(({ id }) => id).sort());
  for (const { attempts } of received()) expect(attempts).toMatchObject([{ number: 1, status: 204 }]);
  expect(ended).toBeUndefined();
  await receiver.close();
});

test('a service whose LISTEN session died without a word stops in time', async () => {
  expect(proxy.forget('live-hub')).toBe(1);
  api.errors.length = 0;
  const before = performance.now();
  await api.stop();
  expect(performance.now() - before).toBeLessThan(10_000);
  api = await startService({ db, roles: 'api' });
});
