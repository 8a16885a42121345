/** Deliveries of the service, verified by the typed client. */
import { Webhook } from 'standardwebhooks';
import { type PublishingError, verifyWebhook } from '../../clients/typescript/src/index.js';
import { useService } from '../support/service.js';
import { newOwner, type Received, type Receiver, startReceiver } from '../webhooks/support.js';

const { db, service } = await useService({ roles: 'api,worker' });

let receiver: Receiver;
let secret: string;
let delivery: Received;
let postGroupId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  const owner = await newOwner(db, service);
  secret = (await owner.listen(receiver.url)).secret;
  postGroupId = await owner.schedule();
  [delivery] = (await receiver.wait(1)) as [Received];
});
afterAll(() => receiver?.close());

const codeOf = (verified: Promise<unknown>) => verified.catch((error: PublishingError) => error.code);

test('a delivery is verified and parsed from every form of body and headers', async () => {
  const { body, headers } = delivery;
  const event = await verifyWebhook({ body, headers, secret });
  expect(event).toMatchObject({ event: 'post.scheduled', data: { postGroupId, platform: 'fediverse' } });
  if (event.event === 'post.scheduled') expect(event.data.scheduledAt).toBe('2035-01-01T00:00:00.000Z');
  const request = new Request(receiver.url, { method: 'POST', body, headers: headers as Record<string, string> });
  expect(await verifyWebhook({ body: new TextEncoder().encode(body), headers: request.headers, secret })).toEqual(
    event,
  );
});

test('while the secret is being replaced, either verifies', async () => {
  const other = `whsec_${btoa('another')}`;
  await verifyWebhook({ ...delivery, secret: [other, secret] });
  expect(await codeOf(verifyWebhook({ ...delivery, secret: other }))).toBe('WEBHOOK_NOT_VERIFIED');
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s, nothing is verified', async (name) => {
  const headers = { ...delivery.headers, [name]: undefined };
  expect(await codeOf(verifyWebhook({ ...delivery, headers, secret }))).toBe('WEBHOOK_NOT_VERIFIED');
});

test.each([
  ['body', () => ({ body: delivery.body.replace('fediverse', 'skyfeed') })],
  ['id', () => ({ headers: { ...delivery.headers, 'webhook-id': 'another' } })],
  ['signature', () => ({ headers: { ...delivery.headers, 'webhook-signature': 'v1,%%% v2,abc v1,' } })],
  ['time', () => ({ headers: { ...delivery.headers, 'webhook-timestamp': String(Math.ceil(Date.now() / 1000)) + 1 } })],
])('with another %s, it is not verified', async (_what, changed) => {
  expect(await codeOf(verifyWebhook({ ...delivery, ...changed(), secret }))).toBe('WEBHOOK_NOT_VERIFIED');
});

test('an old delivery is not verified', async () => {
  const { body } = delivery;
  const sentBefore = async (seconds: number) => {
    const at = new Date(Date.now() - seconds * 1000);
    const headers = {
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('one', at, body),
    };
    return codeOf(verifyWebhook({ body, headers, secret }));
  };
  expect(await sentBefore(200)).toMatchObject({ event: 'post.scheduled' });
  expect(await sentBefore(400)).toBe('WEBHOOK_NOT_VERIFIED');
  expect(await sentBefore(-400)).toBe('WEBHOOK_NOT_VERIFIED');
});

test('a body that was parsed, and no secret, are TypeErrors that say so', async () => {
  const parsed = { ...delivery, body: JSON.parse(delivery.body), secret };
  await expect(verifyWebhook(parsed)).rejects.toThrow(
    new TypeError('body must be the text or the bytes as they arrived, before they are parsed.'),
  );
  const without = { ...delivery, secret: undefined as unknown as string };
  await expect(verifyWebhook(without)).rejects.toThrow(new TypeError('secret must be that of a webhook: whsec_…'));
});

test('a secret that is none is a TypeError, which does not show it', async () => {
  const wrong = 'not-a-secret-of-a-webhook';
  const error = await verifyWebhook({ ...delivery, secret: wrong }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).not.toContain(wrong);
});
