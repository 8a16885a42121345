import { parseConfig } from '../../src/config/config.js';
import { nextAttempt } from '../../src/domain/webhooks/webhook.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, SWITCH, startReceiver, statuses } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
const TARGETS = Array.from({ length: 12 }, (_, index) => `fediverse-${index}`);
let owner: Owner;
const receivers: Receiver[] = [];

beforeEach(async () => {
  owner = await newOwner(db, service, TARGETS);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...answer);
  receivers.push(receiver);
  return receiver;
}

const REDELIVER =
  'mutation ($id: ID!) { redeliverWebhookDelivery(input: { deliveryId: $id }) { delivery { id status } } }';

const { webhooks: defaults, privateAddresses } = parseConfig({
  DATABASE_URL: 'postgres://u:p@localhost:5432/db',
  ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
});

test('an attempt has 10 s, and nothing private is reached, unless the operator says otherwise', () => {
  expect(defaults.timeoutMs).toBe(10_000);
  expect(privateAddresses).toEqual(new Set());
});

describe('the waits before the second to the fifth attempt', () => {
  const now = new Date();
  const delaysMs = defaults.retryDelaysMs;
  const wait = (failures: number, random: number) => {
    const next = nextAttempt({ isTest: false, failures }, { delaysMs, now, random });
    return next && (next.getTime() - now.getTime()) / 1000;
  };

  test.each([
    [0, 10],
    [1, 60],
    [2, 300],
    [3, 1800],
  ])('after %i failures before: %i s, give or take a fifth', (failures, seconds) => {
    expect(wait(failures, 0.5)).toBeCloseTo(seconds);
    expect(wait(failures, 0)).toBeCloseTo(seconds * 0.8);
    expect(wait(failures, 1)).toBeCloseTo(seconds * 1.2);
  });

  test('the fifth attempt is the last', () => expect(wait(4, 0.5)).toBeNull());
});

test('a failed attempt is tried again with the same id and body and a new signature, until it succeeds', async () => {
  const receiver = await receive(statuses(500, 503, 204));
  const { id } = await owner.listen(receiver.url);
  await owner.schedule();
  const [delivery] = await owner.ended(id);
  expect(delivery?.status).toBe('DELIVERED');
  expect(delivery?.attempts.map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 503],
    [3, 204],
  ]);
  const [first, second, third] = receiver.received;
  for (const again of [second, third]) {
    expect(again?.body).toBe(first?.body);
    expect(again?.headers['x-service-delivery']).toBe(delivery?.id);
    expect(again?.headers['webhook-id']).toBe(delivery?.id);
    expect(again?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
  }
});

test('a success sets failureCount to 0', async () => {
  const receiver = await receive(statuses(500, 500, 500, 200));
  const { id } = await owner.listen(receiver.url);
  await owner.schedule();
  await eventually(async () => ((await owner.webhook(id)).failureCount > 0 ? true : undefined));
  await owner.ended(id);
  expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 0 });
});

test('five failures in a row switch the webhook off; the delivery has failed', async () => {
  const receiver = await receive(statuses(500));
  const { id } = await owner.listen(receiver.url);
  await owner.schedule();
  const [delivery] = await owner.ended(id);
  expect(delivery).toMatchObject({ status: 'FAILED', nextAttemptAt: null, endedAt: expect.any(String) });
  expect(delivery?.attempts).toHaveLength(5);
  expect(await owner.webhook(id)).toMatchObject({ isActive: false, failureCount: 5 });
  await owner.schedule();
  expect(await owner.deliveries(id)).toMatchObject([{ status: 'SKIPPED', attempts: [] }, { status: 'FAILED' }]);
  expect(receiver.received).toHaveLength(5);
});

test('a delivery whose last attempt fails after its webhook was switched off has failed; one with attempts left is skipped', async () => {
  for (const [last, status] of [
    [5, 'FAILED'],
    [2, 'SKIPPED'],
  ] as const) {
    let answer = () => {};
    const receiver = await receive((response, _request, number) => {
      answer = () => void response.writeHead(500).end();
      if (number < last) answer();
    });
    const { id } = await owner.listen(receiver.url);
    await owner.schedule();
    await receiver.wait(last);
    await owner.run(SWITCH, { id, on: false });
    expect(await owner.deliveries(id)).toMatchObject([{ status: 'SKIPPED' }]);
    answer();
    const delivery = await eventually(async () => {
      const [one] = await owner.deliveries(id);
      return one?.attempts.length === last ? one : undefined;
    });
    expect(delivery.status).toBe(status);
  }
});

test('failures of several deliveries that start together are one step, and what waits when it is switched off is skipped', async () => {
  const receiver = await receive(statuses(500));
  const { id } = await owner.listen(receiver.url);
  await owner.schedule(TARGETS);
  // Four are under way at the same time, so that some may come on top of the fifth.
  const deliveries = await eventually(async () => {
    const ended = await owner.ended(id, 12);
    return ended.flatMap(({ attempts }) => attempts).length === receiver.received.length ? ended : undefined;
  });
  expect(await owner.webhook(id)).toMatchObject({ isActive: false, failureCount: 5 });
  expect(receiver.received.length).toBeGreaterThan(5);
  for (const { status, attempts } of deliveries) expect(status).toBe(attempts.length === 5 ? 'FAILED' : 'SKIPPED');
  const times = receiver.received.map(({ at }) => at);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(4 * 80);
});

test('switching a webhook off skips what waits; switching it on sets failureCount to 0', async () => {
  const receiver = await receive((response) => setTimeout(() => response.writeHead(500).end(), 500));
  const { id } = await owner.listen(receiver.url);
  await owner.schedule();
  await receiver.wait(1);
  await owner.run(SWITCH, { id, on: false });
  expect(await owner.deliveries(id)).toMatchObject([{ status: 'SKIPPED', nextAttemptAt: null }]);
  // The attempt that was under way is noted, and no other follows.
  await eventually(async () => ((await owner.deliveries(id))[0]?.attempts.length === 1 ? true : undefined));
  expect(await owner.deliveries(id)).toMatchObject([{ status: 'SKIPPED' }]);
  expect(await owner.webhook(id)).toMatchObject({ isActive: false, failureCount: 1 });
  await owner.run(SWITCH, { id, on: true });
  expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 0 });
});

describe('the order', () => {
  const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
  const move = (id: string, day: number) =>
    owner.run(UPDATE, { input: { postGroupId: id, scheduledTime: `2035-02-0${day}T00:00:00Z` } });

  test('of what is about one post is kept, also when an earlier delivery has to be tried again', async () => {
    const receiver = await receive(statuses(500, 500, 204));
    const { id } = await owner.listen(receiver.url);
    const post = await owner.schedule();
    for (const day of [1, 2, 3]) await move(post, day);
    await owner.ended(id, 4);
    const times = receiver.received.map(({ body }) => JSON.parse(body).data.scheduledAt.slice(5, 10));
    expect(times).toEqual(['01-01', '01-01', '01-01', '02-01', '02-02', '02-03']);
  });
});

describe('redeliverWebhookDelivery', () => {
  test('sends what has ended again: the same id and body, with five new attempts', async () => {
    let broken = true;
    const receiver = await receive((response) => response.writeHead(broken ? 500 : 204).end());
    const { id } = await owner.listen(receiver.url);
    await owner.schedule();
    const [failed] = await owner.ended(id);
    const again = () => owner.run(REDELIVER, { id: failed?.id });
    await expect(again()).rejects.toThrow('WEBHOOK_INACTIVE');

    broken = false;
    await owner.run(SWITCH, { id, on: true });
    expect((await again()).redeliverWebhookDelivery.delivery).toEqual({ id: failed?.id, status: 'PENDING' });
    const [delivered] = await owner.ended(id);
    expect(delivered).toMatchObject({ id: failed?.id, status: 'DELIVERED' });
    expect(delivered?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  test('takes what was delivered, and not what is still tried', async () => {
    const receiver = await receive((response) => setTimeout(() => response.writeHead(204).end(), 400));
    const { id } = await owner.listen(receiver.url);
    await owner.schedule();
    await receiver.wait(1);
    const [{ id: deliveryId } = { id: '' }] = await owner.deliveries(id);
    await expect(owner.run(REDELIVER, { id: deliveryId })).rejects.toThrow('WEBHOOK_DELIVERY_PENDING');
    await owner.ended(id);
    await owner.run(REDELIVER, { id: deliveryId });
    await receiver.wait(2);
    await owner.ended(id);
  });
});

describe('sendTestWebhook', () => {
  const TEST =
    'mutation ($input: SendTestWebhookInput!) { sendTestWebhook(input: $input) { delivery { id event isTest status } } }';

  test.each([
    ['POST_SCHEDULED', ['postId', 'postGroupId', 'platform', 'scheduledAt']],
    ['POST_PUBLISHED', ['postId', 'postGroupId', 'platform', 'publishedAt']],
    ['POST_FAILED', ['postId', 'postGroupId', 'platform', 'error', 'failedAt']],
    ['TOKEN_EXPIRING', ['platform', 'platformId', 'username', 'expiresAt']],
    ['METRICS_UPDATED', ['platform', 'platformId', 'measuredAt', 'posts']],
  ])('%s: a sample with the fields of a real one', async (event, fields) => {
    const receiver = await receive();
    const { id } = await owner.listen(receiver.url);
    const { delivery } = (await owner.run(TEST, { input: { webhookId: id, event } })).sendTestWebhook;
    expect(delivery).toMatchObject({ event, isTest: true, status: 'PENDING' });
    const [got] = await receiver.wait(1);
    const body = JSON.parse(got?.body ?? '');
    expect(body.event).toBe(event.toLowerCase().replace('_', '.'));
    expect(Object.keys(body.data)).toEqual(fields);
    await owner.ended(id);
  });

  test('is sent once, also to a webhook that is disabled, and says nothing about it', async () => {
    const receiver = await receive(statuses(500));
    const { id } = await owner.listen(receiver.url, ['POST_FAILED']);
    await owner.run(SWITCH, { id, on: false });
    await owner.run(TEST, { input: { webhookId: id } });
    const [delivery] = await owner.ended(id);
    expect(delivery).toMatchObject({ event: 'POST_FAILED', status: 'FAILED' });
    expect(delivery?.attempts).toHaveLength(1);
    expect(await owner.webhook(id)).toEqual({ id, isActive: false, failureCount: 0, lastTriggeredAt: null });
    expect(receiver.received).toHaveLength(1);
  });
});
