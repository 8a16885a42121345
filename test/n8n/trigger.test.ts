/** The trigger in n8n's engine, with deliveries of a service and forged ones. */
import { createHmac } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner } from '../webhooks/support.js';
import { startTrigger, type Trigger } from './engine.js';

const { db, service } = await useService({ roles: 'api,worker' });

let owner: Owner;
let trigger: Trigger;

beforeAll(async () => {
  owner = await newOwner(db, service);
  trigger = await startTrigger(
    { url: service.url, apiKey: owner.account.apiKey },
    { events: ['POST_SCHEDULED', 'POST_FAILED'] },
  );
});
afterAll(() => trigger?.close());
beforeEach(async () => {
  if (!(await trigger.exists())) await trigger.activate();
  trigger.started.length = 0;
  trigger.statuses.length = 0;
});

const webhooks = async () =>
  (await owner.run('{ webhooks { edges { node { id url events name } } } }')).webhooks.edges.map(
    ({ node }: { node: object }) => node,
  );

const BODY = JSON.stringify({ event: 'post.failed', timestamp: '2030-01-01T00:00:00Z', data: { postId: 'forged' } });

interface Forgery {
  id?: string;
  at?: number;
  body?: string;
  secret?: string;
  signature?: string;
}

/** As the service signs, with what is given in place of what is right. */
function deliver({ id = crypto.randomUUID(), at = Date.now(), body = BODY, secret, signature }: Forgery) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from((secret ?? String(trigger.staticData.secret)).replace('whsec_', ''), 'base64');
  const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64')}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature ?? right };
  return fetch(trigger.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

test('activating registers one webhook, deactivating removes it', async () => {
  expect(await webhooks()).toEqual([
    expect.objectContaining({ url: trigger.url, name: 'n8n: Announce', events: ['POST_SCHEDULED', 'POST_FAILED'] }),
  ]);
  expect(await trigger.exists()).toBe(true);
  expect(await trigger.deactivate()).toBe(true);
  expect(await webhooks()).toEqual([]);
  expect(trigger.staticData).toEqual({});
  expect(await trigger.exists()).toBe(false);
  expect(await trigger.deactivate()).toBe(true);
});

test('a webhook of which n8n learned nothing is replaced', async () => {
  const { id } = await owner.listen(trigger.url);
  await trigger.activate();
  const found = await webhooks();
  expect(found).toHaveLength(1);
  expect(found[0].id).not.toBe(id);
});

test('a webhook that was changed or removed at the service is registered again', async () => {
  const id = trigger.staticData.webhookId;
  await owner.run(
    'mutation ($id: ID!) { updateWebhook(input: { webhookId: $id, isActive: false }) { webhook { id } } }',
    { id },
  );
  expect(await trigger.exists()).toBe(false);
  await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', { id });
  expect(await trigger.exists()).toBe(false);
  await trigger.activate();
  expect(await trigger.exists()).toBe(true);
});

test('an event starts the workflow once, also when it is delivered again', async () => {
  const postGroupId = await owner.schedule();
  await eventually(async () => trigger.started.length > 0 || undefined);
  expect(trigger.started).toEqual([
    expect.objectContaining({ event: 'post.scheduled', postGroupId, deliveryId: expect.any(String) }),
  ]);
  const [delivery] = await owner.ended(String(trigger.staticData.webhookId));
  const again = 'mutation ($id: ID!) { redeliverWebhookDelivery(input: { deliveryId: $id }) { delivery { id } } }';
  await owner.run(again, { id: delivery?.id });
  await eventually(async () => trigger.statuses.length === 2 || undefined);
  expect(trigger.statuses).toEqual([200, 200]);
  expect(trigger.started).toHaveLength(1);
});

test('a genuine delivery is taken, and its replay ignored', async () => {
  const id = crypto.randomUUID();
  expect((await deliver({ id })).status).toBe(200);
  expect((await deliver({ id })).status).toBe(200);
  expect(trigger.started).toEqual([
    expect.objectContaining({ deliveryId: id, event: 'post.failed', postId: 'forged' }),
  ]);
});

test('an event that was not asked for starts nothing', async () => {
  const body = BODY.replace('post.failed', 'token.expiring');
  const key = Buffer.from(String(trigger.staticData.secret).replace('whsec_', ''), 'base64');
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = `v1,${createHmac('sha256', key).update(`other.${timestamp}.${body}`).digest('base64')}`;
  expect((await deliver({ id: 'other', body, signature, at: timestamp * 1000 })).status).toBe(200);
  expect(trigger.started).toEqual([]);
});

describe('is refused with 401 and starts nothing:', () => {
  test.each<[string, () => Forgery]>([
    ['another secret', () => ({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })],
    ['an empty secret', () => ({ secret: '' })],
    ['another body', () => ({ body: BODY.replace('forged', 'changed') })],
    ['a white space more in the body', () => ({ body: `${BODY} ` })],
    ['no signature', () => ({ signature: '' })],
    ['an empty signature', () => ({ signature: 'v1,' })],
    ['another version', () => ({ signature: 'v0,AAAA' })],
    ['many signatures', () => ({ signature: Array(50).fill('v1,AAAA').join(' ') })],
    ['a delivery of six minutes ago', () => ({ at: Date.now() - 360_000 })],
    ['one of six minutes ahead', () => ({ at: Date.now() + 360_000 })],
    ['a time that is none', () => ({ at: Number.NaN })],
  ])('%s', async (_name, forgery) => {
    expect((await deliver(forgery())).status).toBe(401);
    expect(trigger.started).toEqual([]);
  });

  test('anything while the workflow is not active', async () => {
    const secret = String(trigger.staticData.secret);
    await trigger.deactivate();
    expect((await deliver({ secret })).status).toBe(401);
  });
});
