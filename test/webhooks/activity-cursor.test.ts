/** Subscribers of webhookActivity that come back with the cursor of the last change that they received. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver, statuses } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let owner: Owner;
let receiver: Receiver;
const clients: Client[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  owner = await newOwner(db, service);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});
afterAll(async () => {
  await receiver?.close();
});

interface Change {
  cursor: string;
  delivery: {
    id: string;
    webhookId: string;
    status: string;
    nextAttemptAt: string | null;
    attempts: { number: number }[];
  };
}
interface Following {
  changes: Change[];
  errors: unknown;
  leave(): Promise<void>;
}

const ACTIVITY = `subscription ($id: ID, $after: String) {
  webhookActivity(webhookId: $id, after: $after) { cursor delivery { id webhookId status nextAttemptAt attempts { number } } }
}`;

function follow(after: string | null, { id = null as string | null, who = owner } = {}): Following {
  const client = openSocket(service, who.headers);
  clients.push(client);
  const following: Following = { changes: [], errors: undefined, leave: async () => client.dispose() };
  client.subscribe<{ webhookActivity: Change }>(
    { query: ACTIVITY, variables: { id, after } },
    {
      next({ data, errors }) {
        if (data) following.changes.push(data.webhookActivity);
        else following.errors = errors;
      },
      error: (error) => {
        following.errors = error;
      },
      complete: () => undefined,
    },
  );
  return following;
}
const idsOf = (changes: Change[]) => changes.map(({ delivery }) => delivery.id);
/** Follows until there is a change to come back to. A subscription has started when it receives one. */
async function cursorOf(who = owner): Promise<string> {
  const following = follow(null, { who });
  await eventually(async () => {
    await who.schedule();
    return following.changes.length > 0 || undefined;
  });
  await eventually(async () => {
    const [row] = await db.query<{ pending: number }>(
      "SELECT count(*)::int AS pending FROM webhook_deliveries WHERE user_id = $1 AND status = 'pending'",
      [who.account.userId],
    );
    return row?.pending === 0 || undefined;
  });
  // What was created before may have been delivered before the subscription started.
  const [first = ''] = idsOf(following.changes).toSorted();
  const since = await db.query<{ id: string }>('SELECT id FROM webhook_deliveries WHERE user_id = $1 AND id >= $2', [
    who.account.userId,
    first,
  ]);
  const seen = () => new Set(idsOf(following.changes.filter(({ delivery }) => delivery.status === 'DELIVERED')));
  await eventually(async () => since.every(({ id }) => seen().has(id)) || undefined);
  await following.leave();
  return following.changes.at(-1)?.cursor ?? '';
}

test('what was delivered in the absence of a subscriber is sent when it comes back: each delivery once, as it is', async () => {
  const { id } = await owner.listen(receiver.url);
  const cursor = await cursorOf();
  const before = (await owner.deliveries(id)).length;
  for (let post = 0; post < 3; post++) await owner.schedule();
  const missed = (await owner.ended(id, before + 3)).slice(0, 3);

  const back = follow(cursor);
  await eventually(async () => back.changes.length >= 3 || undefined);
  expect(idsOf(back.changes).toSorted()).toEqual(missed.map((delivery) => delivery.id).toSorted());
  for (const { delivery } of back.changes) {
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ number: 1 }] });
  }

  // Then each new change, and nothing of before.
  await owner.schedule();
  const [newest] = await owner.ended(id, before + 4);
  await eventually(
    async () => (back.changes.length > 3 && back.changes.at(-1)?.delivery.status === 'DELIVERED') || undefined,
  );
  expect(new Set(idsOf(back.changes.slice(3)))).toEqual(new Set([newest?.id]));
  expect(back.errors).toBeUndefined();

  // From any change on.
  for (const [index, { cursor: after }] of back.changes.entries()) {
    const again = follow(after);
    const rest = new Set(idsOf(back.changes.slice(index + 1)));
    await eventually(async () => new Set(idsOf(again.changes)).size >= rest.size || undefined);
    expect(new Set(idsOf(again.changes))).toEqual(rest);
    await again.leave();
  }
});

test('a subscriber whose socket is lost again and again misses no delivery, and receives no change twice', async () => {
  const flaky = await startReceiver(statuses(500, 204, 500, 204));
  const { id } = await owner.listen(flaky.url);
  const steady = await owner.listen(receiver.url);
  const variables = { id: null, after: await cursorOf() };
  const known = new Set((await owner.deliveries(id)).concat(await owner.deliveries(steady.id)).map((one) => one.id));
  let socket: WebSocket | undefined;
  const client = createClient({
    url: service.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: owner.headers,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: async () => undefined,
    on: { connected: (opened) => (socket = opened as WebSocket) },
  });
  clients.push(client);
  const changes: Change[] = [];
  client.subscribe<{ webhookActivity: Change }>(
    { query: ACTIVITY, variables },
    {
      next({ data }) {
        const change = data?.webhookActivity as Change;
        variables.after = change.cursor;
        changes.push(change);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
  for (let round = 0; round < 6; round++) {
    const count = changes.length;
    const made = Promise.all([owner.schedule(), owner.schedule()]);
    await eventually(async () => changes.length > count || undefined);
    socket?.terminate();
    await made;
  }
  const stored = (await owner.ended(id)).concat(await owner.ended(steady.id)).filter((one) => !known.has(one.id));
  expect(stored).toHaveLength(24);
  const ended = () => changes.filter(({ delivery }) => delivery.status !== 'PENDING' && !known.has(delivery.id));
  await eventually(async () => ended().length >= stored.length || undefined);
  expect(idsOf(ended()).toSorted()).toEqual(stored.map((one) => one.id).toSorted());
  const states = changes.map(({ delivery }) => JSON.stringify(delivery));
  expect(new Set(states).size).toBe(states.length);
  await flaky.close();
});

test('with the id of a webhook, only its deliveries are sent', async () => {
  const { id } = await owner.listen(receiver.url);
  const { id: other } = await owner.listen(receiver.url);
  const cursor = await cursorOf();
  const before = (await owner.deliveries(id)).length;
  await owner.schedule();
  const [missed] = await owner.ended(id, before + 1);
  await owner.ended(other, before + 1);
  const back = follow(cursor, { id });
  await eventually(async () => back.changes.length > 0 || undefined);
  await owner.schedule();
  await eventually(async () => new Set(idsOf(back.changes)).size === 2 || undefined);
  expect(back.changes[0]?.delivery.id).toBe(missed?.id);
  expect(new Set(back.changes.map(({ delivery }) => delivery.webhookId))).toEqual(new Set([id]));
});

describe('refuses', () => {
  const refusal = async (after: string, who = owner) => {
    const following = follow(after, { who });
    return eventually(async () => following.errors);
  };
  const EXPIRED = [{ extensions: { code: 'CURSOR_EXPIRED' } }];
  const parts = (cursor: string): [string, string, string, string, number] =>
    JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const encode = (some: unknown) => Buffer.from(JSON.stringify(some)).toString('base64url');

  test('CURSOR_EXPIRED: the delivery of the cursor was removed', async () => {
    const { id } = await owner.listen(receiver.url);
    const cursor = await cursorOf();
    await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', { id });
    expect(await refusal(cursor)).toMatchObject(EXPIRED);
  });

  test('CURSOR_EXPIRED: another account’s', async () => {
    await owner.listen(receiver.url);
    const cursor = await cursorOf();
    expect(await refusal(cursor, await newOwner(db, service))).toMatchObject(EXPIRED);
  });

  test('CURSOR_EXPIRED: Postgres went back to before it', async () => {
    await owner.listen(receiver.url);
    const cursor = await cursorOf();
    const [, to, ...key] = parts(cursor);
    expect(await refusal(encode(['9000000000:9000000000:', to, ...key]))).toMatchObject(EXPIRED);
  });

  test('CURSOR_EXPIRED: the delivery was last changed before the cursor, so that the cursor is of another database', async () => {
    await owner.listen(receiver.url);
    const cursor = await cursorOf();
    const [, , , id] = parts(cursor);
    // A transaction that had ended long before. The one before the cursor's may have been open beside it.
    await db.query('UPDATE webhook_deliveries SET changed_in = 3 WHERE id = $1', [id]);
    expect(await refusal(cursor)).toMatchObject(EXPIRED);
  });

  test('not when the delivery was changed since', async () => {
    const { id } = await owner.listen(receiver.url);
    const cursor = await cursorOf();
    const [, , , last] = parts(cursor);
    await owner.run(
      'mutation ($id: ID!) { redeliverWebhookDelivery(input: { deliveryId: $id }) { delivery { id } } }',
      {
        id: last,
      },
    );
    await owner.ended(id);
    const back = follow(cursor);
    await eventually(async () => back.changes.at(-1)?.delivery.attempts.length === 2 || undefined);
    expect(new Set(idsOf(back.changes))).toEqual(new Set([last]));
  });

  test.each([
    '',
    'x',
    encode([]),
    encode(['9:9:', '9:9:', '9', 'x', 0]),
    encode(["9:9:'", '9:9:', '9', 'a'.repeat(24), 0]),
  ])('PAGE_INVALID: %j', async (after) => {
    expect(await refusal(after)).toMatchObject([
      {
        message: 'Invalid page: `after` is not a valid cursor of webhookActivity',
        extensions: { code: 'PAGE_INVALID' },
      },
    ]);
  });
});
