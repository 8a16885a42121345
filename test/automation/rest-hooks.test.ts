/** The requests of the guide for connectors of automation platforms, as they are written there. */
import { readFileSync } from 'node:fs';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from '../webhooks/support.js';

const GUIDE = 'docs/guides/automation.md';
const blocks = codeBlocks(GUIDE);
const { db, service } = await useService({ roles: 'api,worker' });

let sandbox: Sandbox;
let receiver: Receiver;
let owner: Owner;
let platformId: string;

beforeAll(async () => {
  [sandbox, receiver, owner] = await Promise.all([
    startSandbox({ port: 0 }),
    startReceiver(),
    newOwner(db, service, []),
  ]);
  platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
});
afterAll(() => Promise.all([sandbox?.close(), receiver?.close()]));

/** The request of the guide that contains the text, and the response that is shown below it. */
function example(part: string): { method: string; path: string; body: string; shown: unknown } {
  const index = blocks.findIndex(({ language, code }) => language === 'http' && code.includes(part));
  const [first = '', ...rest] = (blocks[index]?.code ?? '').split('\n');
  const [method = '', path = ''] = first.split(' ');
  return { method, path, body: rest.join('\n').trim(), shown: JSON.parse(blocks[index + 1]?.code ?? '') };
}

async function send(part: string, values: Record<string, string> = {}, apiKey = owner.account.apiKey) {
  const { method, path, body, shown } = example(part);
  const fill = (text: string) => text.replace(/\{(webhookId|platformId)\}/g, (_all, name) => values[name] ?? '');
  const headers = { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(service.url + fill(path), { method, headers, ...(body && { body: fill(body) }) });
  return { status: response.status, answer: await response.json(), shown };
}

/** The fields of a response, without values; of a list, those of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

const withoutExtensions = ({ extensions: _, ...answer }: Record<string, unknown>) => answer;

async function expectAsShown(part: string, values?: Record<string, string>) {
  const { status, answer, shown } = await send(part, values);
  expect(shapeOf(withoutExtensions(answer))).toEqual(shapeOf(shown));
  return { status, answer };
}

test('every request of the guide is sent by a test of this file', () => {
  const requests = blocks.filter(({ language }) => language === 'http');
  const source = readFileSync('test/automation/rest-hooks.test.ts', 'utf8');
  const sent = [...source.matchAll(/expectAsShown\('([^']+)'/g)].map(([, part = '']) => part);
  expect(requests.filter(({ code }) => !sent.some((part) => code.includes(part)))).toEqual([]);
});

test('the test of a connection accepts a valid key and refuses a wrong one', async () => {
  const test = async (apiKey: string) => {
    const response = await fetch(`${service.url}/api/v1/platform-connections`, { headers: { 'x-api-key': apiKey } });
    return response.status;
  };
  expect(readFileSync(GUIDE, 'utf8')).toContain('`GET /api/v1/platform-connections` returns 200, or 401');
  expect([await test(owner.account.apiKey), await test('sk_wrong')]).toEqual([200, 401]);
  expect((await expectAsShown('viewer')).status).toBe(200);
  const { status, answer } = await send('viewer', {}, 'sk_wrong');
  expect([status, answer.errors[0].extensions.code]).toEqual([200, 'API_KEY_INVALID']);
});

test('a hook is subscribed, and unsubscribed once', async () => {
  const { status, answer } = await expectAsShown('POST /api/v1/webhooks');
  expect(status).toBe(201);
  const values = { webhookId: answer.webhook._id };
  expect((await expectAsShown('DELETE /api/v1/webhooks', values)).status).toBe(200);
  expect((await send('DELETE /api/v1/webhooks', values)).status).toBe(404);
});

test('a sample has the fields of the guide, and arrives once', async () => {
  const { id: webhookId } = await owner.listen(receiver.url, ['POST_PUBLISHED', 'POST_FAILED']);
  await expectAsShown('sendTestWebhook', { webhookId });
  await owner.ended(webhookId);
  expect(receiver.received).toHaveLength(1);
  expect(shapeOf(JSON.parse(receiver.received[0]?.body ?? ''))).toEqual(shapeOf(deliveryOf('post.failed')));
});

test('a repeated action posts once, is told by a hook and found by polling', async () => {
  const { answer } = await expectAsShown('createPost', { platformId });
  const { answer: repeated } = await send('createPost', { platformId });
  expect(repeated.data.createPost).toMatchObject({
    replayed: true,
    postGroup: { id: answer.data.createPost.postGroup.id },
  });
  const [delivery] = await receiver.wait(1, 'post.published').then((all) => all.filter(isNotSample));
  const body = JSON.parse(delivery?.body ?? '');
  expect(shapeOf(body)).toEqual(shapeOf(deliveryOf('post.published')));
  expect(delivery?.headers['x-service-delivery']).toEqual(expect.any(String));
  const posts = await eventually(async () => {
    const { edges } = (await send('postGroups')).answer.data.postGroups;
    return edges.length > 0 ? edges[0].node.posts : undefined;
  });
  await expectAsShown('postGroups');
  expect(posts).toEqual([expect.objectContaining({ id: body.data.postId, status: 'PUBLISHED' })]);
  expect(sandbox.posts().filter(({ text }) => text === 'From a Zap')).toHaveLength(1);
});

test('the targets are listed', async () => {
  const { answer } = await expectAsShown('connectedAccounts');
  expect(answer.data.connectedAccounts.edges).toEqual([{ node: expect.objectContaining({ platformId }) }]);
});

const isNotSample = ({ body }: { body: string }) => !body.includes('0'.repeat(24));

/** The delivery that the guide shows for an event. */
function deliveryOf(event: string): unknown {
  const shown = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code));
  return shown.find((delivery) => delivery.event === event);
}
