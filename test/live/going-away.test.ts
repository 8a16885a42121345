import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { ACCOUNT_ACTIVITY, createGroup, follow, LATER, POST_PROGRESS, upTo } from './support.js';

let db: TestDatabase;
let account: TestAccount;
let service: Service;
let ids: string[];

beforeAll(async () => {
  db = await createTestDatabase();
  account = await createAccount(db, { connected: group.platformIds });
});
beforeEach(async () => {
  service = await startService({ db, roles: 'api' });
  ids = await Promise.all(Array.from({ length: 5 }, () => createGroup(service, headers(), group)));
});
afterAll(async () => {
  await db?.drop();
});

const headers = () => ({ 'x-api-key': account.apiKey });
const group = { platformIds: ['fediverse-1'], scheduledTime: LATER };

/** Fifty subscriptions on ten sockets, each of which has received something. */
async function fifty() {
  const clients = Array.from({ length: 10 }, () => openSocket(service, headers()));
  const followings = clients.flatMap((client) => [
    ...ids.slice(1).map((id) => follow(client, POST_PROGRESS, { id, after: 0 })),
    follow(client, ACCOUNT_ACTIVITY),
  ]);
  const grouped = followings.filter((_, index) => index % 5 !== 4);
  await eventually(async () => grouped.every(({ steps }) => steps.length === 2) || undefined);
  return { clients, followings };
}

/** Stops the service and says how long that took. `stop` fails when it logged an error or ended badly. */
async function stopTime(): Promise<number> {
  const before = performance.now();
  await service.stop();
  return performance.now() - before;
}

const QUICK_MS = 5000;
const connections = async () => {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND (application_name LIKE 'live-hub %' OR application_name = 'social-publishing-service')`,
  );
  return row?.count ?? 0;
};

test('subscriptions that were ended, and sockets that were closed or cut, leave nothing behind', async () => {
  const { clients, followings } = await fifty();
  for (const { stop } of followings) stop();
  await Promise.all(followings.map(({ ended }) => ended));
  const [client] = clients;
  if (client) expect((await client.iterate({ query: '{ viewer { id } }' }).next()).value.errors).toBeUndefined();
  await Promise.all(clients.map((one) => one.dispose()));
  await cutTenSockets();
  // What happens now has no subscriber, and fails nothing.
  await createGroup(service, headers(), group);
  expect((await graphql(service, headers(), '{ viewer { id } }')).errors).toBeUndefined();
  expect(await stopTime()).toBeLessThan(QUICK_MS);
  await eventually(async () => (await connections()) === 0 || undefined);
});

test('what is executed as the service stops still has its database, also for clients that have gone', async () => {
  const client = openSocket(service, headers());
  const queries = upTo(40).map(
    (n) =>
      `subscription { accountActivity { postGroup { a${n}: content posts { id } media { edges { node { id } } } } } }`,
  );
  const received = queries.map((query) => {
    const steps: unknown[] = [];
    client.subscribe(
      { query },
      { next: (step) => void steps.push(step), error: () => undefined, complete: () => undefined },
    );
    return steps;
  });
  await eventually(async () => {
    await createGroup(service, headers(), group);
    return received.every(({ length }) => length > 0) || undefined;
  });
  await Promise.all(upTo(20).map(() => createGroup(service, headers(), group)));
  const gone = new AbortController();
  const query =
    '{ postGroups(first: 100) { edges { node { content posts { id } media { edges { node { id } } } } } } }';
  const answers = upTo(20).map(() =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: gone.signal,
    }).catch(() => null),
  );
  await setTimeout(20);
  gone.abort();
  await Promise.all(answers);
  expect(await stopTime()).toBeLessThan(QUICK_MS);
});

/** Ten sockets with five subscriptions each, cut without a word in the middle of them. */
async function cutTenSockets(): Promise<void> {
  const opened: WebSocket[] = [];
  for (let index = 0; index < 10; index += 1) {
    const socket = new WebSocket(service.wsUrl, 'graphql-transport-ws');
    opened.push(socket);
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'connection_init', payload: headers() }));
    await eventually(async () => received.length > 0 || undefined);
    for (const [at, id] of ids.entries()) {
      const payload = { query: POST_PROGRESS, variables: { id, after: 0 } };
      socket.send(JSON.stringify({ id: String(at), type: 'subscribe', payload }));
    }
    await eventually(async () => received.filter((text) => text.includes('"next"')).length === 10 || undefined);
  }
  for (const socket of opened) socket.terminate();
}

test('a service that stops ends the subscriptions of its clients at once, and says that it goes away', async () => {
  const { followings } = await fifty();
  expect(await stopTime()).toBeLessThan(QUICK_MS);
  await Promise.all(followings.map(({ ended }) => ended));
  expect(new Set(followings.map(({ errors }) => (errors as { code: number }).code))).toEqual(new Set([1001]));
  await eventually(async () => (await connections()) === 0 || undefined);
});
