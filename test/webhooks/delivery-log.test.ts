import type { Client } from 'graphql-ws';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { eventually } from '../support/eventually.js';
import { collect, graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';
import {
  DELIVERY,
  type Delivery,
  newOwner,
  type Owner,
  type Receiver,
  runJob,
  startReceiver,
  statuses,
} from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let owner: Owner;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
});
beforeEach(async () => {
  owner = await newOwner(db, service);
});

const PAGE = `query ($id: ID!, $first: Int, $after: String, $status: WebhookDeliveryStatus) {
  webhook(id: $id) {
    deliveries(first: $first, after: $after, status: $status) {
      edges { cursor node { webhook { id } ${DELIVERY} } } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }
}`;

interface Page {
  edges: { node: Delivery }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

test('the log is paged, newest first, and every delivery has its attempts', async () => {
  const { id } = await owner.listen(receiver.url);
  for (let post = 0; post < 5; post++) await owner.schedule();
  const all = await owner.ended(id, 5);
  expect(all.map((delivery) => delivery.id)).toEqual(
    all
      .map((delivery) => delivery.id)
      .sort()
      .reverse(),
  );
  for (const { attempts } of all) {
    expect(attempts).toEqual([
      { number: 1, durationMs: expect.any(Number), status: 204, error: null, responseExcerpt: '' },
    ]);
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { edges, pageInfo, totalCount }: Page = (await owner.run(PAGE, { id, first: 2, after })).webhook.deliveries;
    expect(totalCount).toBe(all.length);
    seen.push(...edges.map(({ node }) => node.id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen).toEqual(all.map((delivery) => delivery.id));
});

test('the log can be filtered by status', async () => {
  const failing = await startReceiver(statuses(500, 500, 500, 500, 204));
  const { id } = await owner.listen(failing.url);
  await owner.schedule();
  await owner.ended(id);
  const page = async (status: string): Promise<Page> => (await owner.run(PAGE, { id, status })).webhook.deliveries;
  expect(await page('DELIVERED')).toMatchObject({ edges: [{ node: { status: 'DELIVERED' } }], totalCount: 1 });
  expect(await page('FAILED')).toMatchObject({ edges: [], totalCount: 0 });
  await failing.close();
});

describe('what belongs to somebody else', () => {
  const mutations: [string, (ids: { webhookId: string; deliveryId: string }) => string, string][] = [
    [
      'updateWebhook',
      ({ webhookId }) =>
        `mutation { updateWebhook(input: { webhookId: "${webhookId}", name: "x" }) { webhook { id } } }`,
      'WEBHOOK_NOT_FOUND',
    ],
    [
      'deleteWebhook',
      ({ webhookId }) => `mutation { deleteWebhook(input: { webhookId: "${webhookId}" }) { deletedWebhookId } }`,
      'WEBHOOK_NOT_FOUND',
    ],
    [
      'regenerateWebhookSecret',
      ({ webhookId }) => `mutation { regenerateWebhookSecret(input: { webhookId: "${webhookId}" }) { secret } }`,
      'WEBHOOK_NOT_FOUND',
    ],
    [
      'sendTestWebhook',
      ({ webhookId }) => `mutation { sendTestWebhook(input: { webhookId: "${webhookId}" }) { delivery { id } } }`,
      'WEBHOOK_NOT_FOUND',
    ],
    [
      'redeliverSkippedWebhookDeliveries',
      ({ webhookId }) =>
        `mutation { redeliverSkippedWebhookDeliveries(input: { webhookId: "${webhookId}", since: "2026-01-01T00:00:00Z" }) { count } }`,
      'WEBHOOK_NOT_FOUND',
    ],
    [
      'redeliverWebhookDelivery',
      ({ deliveryId }) =>
        `mutation { redeliverWebhookDelivery(input: { deliveryId: "${deliveryId}" }) { delivery { id } } }`,
      'WEBHOOK_DELIVERY_NOT_FOUND',
    ],
  ];

  test.each(mutations)('%s looks as if it were not there', async (_name, query, code) => {
    const { id: webhookId } = await owner.listen(receiver.url);
    await owner.schedule();
    const [{ id: deliveryId } = { id: '' }] = await owner.ended(webhookId);
    const otherUser = await newOwner(db, service);
    for (const ids of [
      { webhookId, deliveryId },
      { webhookId: 'f'.repeat(24), deliveryId: 'f'.repeat(24) },
    ]) {
      const { errors } = await graphql(service, otherUser.headers, query(ids));
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
    }
    const { errors } = await graphql(service, owner.headers, query({ webhookId: 'abc', deliveryId: 'abc' }));
    expect(errors?.[0]?.extensions.code).toBe('ID_INVALID');
    expect(await owner.webhook(webhookId)).toMatchObject({ isActive: true });
  });
});

describe('webhookActivity', () => {
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose();
  });
  test.each(['an unknown webhook', 'that of another user'])('of %s is WEBHOOK_NOT_FOUND', async (which) => {
    const other = await newOwner(db, service);
    const { id } = await other.listen(receiver.url);
    const client = openSocket(service, owner.headers);
    clients.push(client);
    const errors = await new Promise((resolve, reject) => {
      client.subscribe(
        {
          query: 'subscription ($id: ID) { webhookActivity(webhookId: $id) { cursor } }',
          variables: { id: which === 'an unknown webhook' ? 'f'.repeat(24) : id },
        },
        { next: ({ errors }) => resolve(errors), error: resolve, complete: () => reject(new Error('It ended')) },
      );
    });
    expect(errors).toMatchObject([{ extensions: { code: 'WEBHOOK_NOT_FOUND' } }]);
  });

  const follow = (who: Owner, webhookId: string | null, count: number) => {
    const client = openSocket(service, who.headers);
    clients.push(client);
    const query = `subscription ($id: ID) { webhookActivity(webhookId: $id) { delivery { ${DELIVERY} } } }`;
    return collect<{ delivery: Delivery }>(
      client,
      query,
      { id: webhookId },
      (events) => events.filter(({ delivery }) => delivery.status !== 'PENDING').length === count,
    ).then((events) => events.map(({ delivery }) => delivery));
  };

  test('sends deliveries when they are created, tried and ended: of one webhook, or of all of the caller’s', async () => {
    const flaky = await startReceiver(statuses(500, 204));
    const { id } = await owner.listen(flaky.url);
    const { id: other } = await owner.listen(receiver.url);
    const otherUser = await newOwner(db, service);
    await otherUser.listen(receiver.url);
    const one = follow(owner, id, 1);
    const all = follow(owner, null, 2);
    // A subscription has started when it receives an event: until then, more events are made.
    const started = follow(otherUser, null, 1);
    await eventually(async () => {
      await otherUser.schedule();
      return Promise.race([started, new Promise<undefined>((resolve) => setTimeout(resolve, 300))]);
    });
    await owner.schedule();
    const delivered = await one;
    expect(new Set(delivered.map(({ webhookId }) => webhookId))).toEqual(new Set([id]));
    expect(delivered.at(-1)).toMatchObject({ status: 'DELIVERED', attempts: [{ status: 500 }, { status: 204 }] });
    expect(delivered.length).toBeGreaterThan(1);
    expect(new Set((await all).map(({ webhookId }) => webhookId))).toEqual(new Set([id, other]));
    await flaky.close();
  });

  test('each with its webhook as it is by then', async () => {
    const { id } = await owner.listen(receiver.url);
    const client = openSocket(service, owner.headers);
    clients.push(client);
    const query = 'subscription { webhookActivity { delivery { webhook { id name } } } }';
    const names: string[] = [];
    client.subscribe<{ webhookActivity: { delivery: { webhook: { id: string; name: string } } } }>(
      { query },
      {
        next: ({ data }) => data && names.push(data.webhookActivity.delivery.webhook.name),
        error: (error) => {
          throw error;
        },
        complete: () => undefined,
      },
    );
    /** A subscription has started when it receives an event: until then, more events are made. */
    const shows = (name: string) =>
      eventually(async () => {
        await owner.schedule();
        return names.includes(name) || undefined;
      });
    await shows('Test');
    await owner.run(
      'mutation ($id: ID!) { updateWebhook(input: { webhookId: $id, name: "New" }) { webhook { id } } }',
      {
        id,
      },
    );
    await shows('New');
  });
});

test('deliveries are kept for 30 days', async () => {
  const { id } = await owner.listen(receiver.url);
  await owner.schedule();
  await owner.schedule();
  const [newer, older] = await owner.ended(id, 2);
  // Its id begins with the time at which it was made.
  const age = async (delivery = '', days = 0) => {
    const at = new Date(Date.now() - days * DAY_MS);
    const aged = at.getTime().toString(16).padStart(12, '0') + delivery.slice(12);
    await db.query('DELETE FROM webhook_attempts WHERE delivery_id = $1', [delivery]);
    await db.query('UPDATE webhook_deliveries SET id = $2, created_at = $3, ended_at = $3 WHERE id = $1', [
      delivery,
      aged,
      at,
    ]);
    await db.query(
      'INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms) VALUES ($1, 1, $2, 1)',
      [aged, at],
    );
    return aged;
  };
  const kept = await age(newer?.id, 29);
  const removed = await age(older?.id, 31);
  await runJob(db, 'maintenance');
  await eventually(async () => ((await owner.deliveries(id)).length === 1 ? true : undefined), 75_000);
  expect((await owner.deliveries(id)).map((delivery) => delivery.id)).toEqual([kept]);
  const attempts = await db.query('SELECT 1 FROM webhook_attempts WHERE delivery_id = $1', [removed]);
  expect(attempts).toEqual([]);
}, 90_000);
