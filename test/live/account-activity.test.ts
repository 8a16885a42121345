import type { Client } from 'graphql-ws';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { type Headers, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { ACCOUNT_ACTIVITY, createGroup, type Following, follow, LATER, mutate, numbersOf, typesOf } from './support.js';

const { db, service } = await useService();
let account: TestAccount;
const clients: Client[] = [];

beforeAll(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: draft.platformIds });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
});

const draft = { platformIds: ['fediverse-1'] };
const backends = () =>
  db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'live-hub %' AND datname = current_database()`,
  );

/** Follows the account; it receives what happens from the moment this resolves. */
async function followAccount(headers: Headers): Promise<Following> {
  const client = openSocket(service, headers);
  clients.push(client);
  const following = follow(client, ACCOUNT_ACTIVITY);
  // No past events are sent, so a draft shows when the subscription has started.
  await eventually(async () => {
    await createGroup(service, headers, { ...draft, content: 'Is anybody there?' });
    return following.steps.length > 0 || undefined;
  });
  await settled(following, headers);
  following.steps.length = 0;
  return following;
}

/** Waits until everything of the caller up to now has been received: the newest group comes last. */
async function settled(following: Following, headers: Headers): Promise<void> {
  const marker = await createGroup(service, headers, draft);
  await eventually(async () => following.steps.some(({ postGroupId }) => postGroupId === marker) || undefined);
  following.steps = following.steps.filter(({ postGroupId }) => postGroupId !== marker);
}

test('sends the steps of all own groups, in order within each, and no other account’s', async () => {
  const own = { 'x-api-key': account.apiKey };
  const managedId = await account.manage();
  await connectTargets(db, managedId, draft.platformIds);
  const managed = { ...own, 'x-service-user-id': managedId };
  const otherUser = { 'x-api-key': (await createAccount(db, { connected: draft.platformIds })).apiKey };
  const callers = [own, managed, otherUser];
  const followings = await Promise.all(callers.map(followAccount));

  const expected = await Promise.all(
    callers.map(async (headers) => {
      const ids = await Promise.all(
        [1, 2, 3].map(() => createGroup(service, headers, { ...draft, scheduledTime: LATER })),
      );
      for (const id of ids) await mutate(service, headers, 'updatePost', { postGroupId: id, status: 'DRAFT' });
      await mutate(service, headers, 'deletePost', { postGroupId: ids[0] });
      return ids;
    }),
  );
  for (const [index, following] of followings.entries()) {
    await settled(following, callers[index] ?? {});
    const ids = expected[index] ?? [];
    expect(new Set(following.steps.map(({ postGroupId }) => postGroupId))).toEqual(new Set(ids));
    for (const id of ids) {
      const steps = following.steps.filter(({ postGroupId }) => postGroupId === id);
      const removed = id === ids[0];
      expect(typesOf(steps)).toEqual(['CREATED', 'QUEUED', 'UNSCHEDULED', ...(removed ? ['DELETED'] : [])]);
      expect(numbersOf(steps)).toEqual(removed ? [1, 2, 3, 4] : [1, 2, 3]);
    }
  }
});

test('sends no past events', async () => {
  const headers = { 'x-api-key': (await createAccount(db, { connected: draft.platformIds })).apiKey };
  const before = await createGroup(service, headers, draft);
  const following = await followAccount(headers);
  await mutate(service, headers, 'updatePost', { postGroupId: before, status: 'SCHEDULED', scheduledTime: LATER });
  await settled(following, headers);
  expect(following.steps.map(({ sequence, type }) => [sequence, type])).toEqual([[2, 'QUEUED']]);
});

test('misses nothing while the connection to Postgres is lost and made again, however much happened meanwhile', async () => {
  const headers = { 'x-api-key': (await createAccount(db, { connected: draft.platformIds })).apiKey };
  const following = await followAccount(headers);
  const drop = async () => {
    const pids = (await backends()).map(({ pid }) => pid);
    await db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
    return pids;
  };
  const seen = await createGroup(service, headers, draft);
  await eventually(async () => following.steps.length === 1 || undefined);

  // The many events below cause no notice. A connection that listens again by then is dropped once more.
  await drop();
  await mutate(service, headers, 'updatePost', { postGroupId: seen, status: 'SCHEDULED', scheduledTime: LATER });
  const missed = await createGroup(service, headers, { ...draft, scheduledTime: LATER });
  const [last] = await db.query('SELECT * FROM live_events WHERE group_id = $1 AND sequence = 2', [missed]);
  await db.query(
    `INSERT INTO live_events (group_id, sequence, user_id, payload, created_at)
     SELECT $1, later, $2, $3::jsonb, now() FROM generate_series(3, 1500) AS later`,
    [missed, last?.user_id, last?.payload],
  );
  await db.query('UPDATE post_groups SET event_sequence = 1500 WHERE id = $1', [missed]);
  const before = await drop();
  await eventually(async () => (await backends()).some(({ pid }) => !before.includes(pid)) || undefined);
  await eventually(async () => following.steps.length >= 1502 || undefined);
  await settled(following, headers);
  const numbers = (id: string) => numbersOf(following.steps.filter(({ postGroupId }) => postGroupId === id));
  expect(numbers(seen)).toEqual([1, 2]);
  expect(numbers(missed)).toEqual(Array.from({ length: 1500 }, (_, index) => index + 1));
});
