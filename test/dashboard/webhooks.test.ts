import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver, statuses } from '../webhooks/support.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

let owner: Owner;
let receiver: Receiver;
beforeEach(async () => {
  owner = await newOwner(db, service);
});
afterEach(() => receiver?.close());

async function visit(
  path: string,
  { account = owner.account, screen = {} }: { account?: TestAccount; screen?: object } = {},
) {
  const visitor = await browser.openSignedIn(db, { account, ...screen });
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}
const open = async (...to: Parameters<typeof visit>) => (await visit(...to)).page;
const openWebhook = async (id: string, screen = {}) => {
  const page = await open(`/webhooks/${id}`, { screen });
  await page.getByRole('heading', { name: 'Webhook “Test”' }).waitFor();
  return page;
};
const sendSample = async (page: Page, event = 'Post scheduled') => {
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await page.getByRole('menuitem', { name: event }).click();
};
const sampleOf = (webhookId: string) =>
  owner.run('mutation ($input: SendTestWebhookInput!) { sendTestWebhook(input: $input) { delivery { id } } }', {
    input: { webhookId },
  });
const delivery = (page: Page, status: string) => page.getByRole('heading', { level: 3 }).filter({ hasText: status });

test('a webhook is created, its secret shown once, and a sample reaches the receiver with its signature', async () => {
  receiver = await startReceiver();
  const { page, problems } = await visit('/webhooks');
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await form.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com/');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByRole('alert').waitFor();
  expect(await form.getByRole('alert').textContent()).toMatch(/A URL must begin with http.*Request [0-9a-f-]{36}/);
  // The browser notes the refused request.
  expect(problems).toEqual([expect.stringContaining('400')]);
  problems.length = 0;
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  const events = form.getByRole('group', { name: 'Events' });
  expect(await events.getByRole('checkbox', { checked: false }).count()).toBe(1);
  await events.getByRole('checkbox', { name: 'Results were read', checked: false }).check();
  await events.getByRole('checkbox', { name: 'Post scheduled' }).uncheck();
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = page.getByRole('dialog', { name: 'The webhook is there' });
  const secret = await shown.getByLabel('Secret').inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('heading', { name: 'Webhook “Mine”' }).waitFor();
  await page.getByText('Nothing was sent yet.').waitFor();
  expect(await page.content()).not.toContain(secret);

  await sendSample(page, 'Post published');
  await delivery(page, 'Post published (sample)').waitFor();
  await delivery(page, 'Delivered').waitFor();
  const [received] = await receiver.wait(1);
  const signature = createHmac('sha256', secret)
    .update(received?.body ?? '')
    .digest('hex');
  expect(received?.headers['x-service-signature']).toBe(signature);
  expect(JSON.parse(received?.body ?? '')).toMatchObject({ event: 'post.published' });
  const [stored] = await db.query<{ events: string[] }>('SELECT events FROM webhooks WHERE user_id = $1', [
    owner.account.userId,
  ]);
  expect(stored?.events.toSorted()).toEqual([
    'first_comment.failed',
    'first_comment.published',
    'metrics.updated',
    'post.failed',
    'post.published',
    'token.expiring',
  ]);
});

test('a delivery that fails is seen as it happens, with what was answered, and succeeds once it is redelivered', async () => {
  receiver = await startReceiver((response, _request, number) =>
    number === 1 ? response.writeHead(500).end('the disk is full') : response.writeHead(204).end(),
  );
  const { id } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  await sendSample(page);
  await delivery(page, 'Failed').getByRole('button').click();
  await page.getByText('Attempt 1: answered 500').waitFor();
  await page.getByText('the disk is full').waitFor();
  expect(await page.getByRole('region', { name: 'Body of the request' }).textContent()).toBe(
    receiver.received[0]?.body,
  );
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
  await delivery(page, 'Delivered').waitFor();
  await page.getByText('Attempt 2: answered 204').waitFor();
  expect(receiver.received.map(({ headers }) => headers['x-service-delivery'])).toEqual([
    receiver.received[0]?.headers['x-service-delivery'],
    receiver.received[0]?.headers['x-service-delivery'],
  ]);
});

test('a failure that is counted moves nothing under the pointer', async () => {
  // The second attempt, 0.1 s later, gets no response: the page is to show the first failure.
  receiver = await startReceiver((response, _request, number) => number === 1 && response.writeHead(500).end());
  const { id } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  const place = () => page.getByRole('heading', { name: 'Deliveries', exact: true }).boundingBox();
  const before = await place();
  await owner.schedule();
  await page.getByText(/\d failures? in a row/).waitFor();
  expect(await place()).toEqual(before);
});

test('an answer that is later than what it led to leaves what is shown as it is stored', async () => {
  receiver = await startReceiver((response, _request, number) => response.writeHead(number === 1 ? 500 : 204).end());
  const { id } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  await sendSample(page);
  await delivery(page, 'Failed').getByRole('button').click();
  // The button below moves when they arrive.
  await page.getByText('Attempt 1: answered 500').waitFor();
  const fetched = page.waitForResponse(
    async (response) =>
      /query Deliveries/.test(response.request().postData() ?? '') && /"DELIVERED"/.test(await response.text()),
  );
  await page.route('**/graphql', async (route) => {
    if (!/mutation Redeliver/.test(route.request().postData() ?? '')) return route.continue();
    const answer = await route.fetch();
    await fetched;
    return route.fulfill({ response: answer });
  });
  const answered = page.waitForResponse((response) => /mutation/.test(response.request().postData() ?? ''));
  const fetchedAgain = answered.then(() =>
    page.waitForResponse((response) => /query Deliveries/.test(response.request().postData() ?? '')),
  );
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
  expect(await (await answered).text()).toContain('"PENDING"');
  await fetchedAgain;
  await delivery(page, 'Delivered').waitFor();
});

test('what was skipped while it was switched off is sent when that is wanted', async () => {
  receiver = await startReceiver();
  const { id } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  await page.getByLabel('Active').click();
  await page.getByText('Switched off: nothing is sent').waitFor();
  await owner.schedule();
  await delivery(page, 'Skipped').waitFor();
  expect(receiver.received).toHaveLength(0);
  await page.getByLabel('Active').click();
  await page.getByText('Switched off: nothing is sent').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redeliver skipped' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redeliver what was skipped' });
  await dialog.getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('1 skipped delivery sent').waitFor();
  await delivery(page, 'Delivered').waitFor();
  expect(receiver.received).toHaveLength(1);
});

test('a webhook that failed five times in a row is shown as switched off, without a reload', async () => {
  receiver = await startReceiver(statuses(500));
  const { id } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  await owner.schedule();
  await page.getByText('Switched off: nothing is sent').waitFor();
  await delivery(page, 'Failed').getByRole('button').click();
  await page.getByText('Attempt 5: answered 500').waitFor();
});

test('deliveries are narrowed by status, and read page by page', async () => {
  receiver = await startReceiver();
  const { id } = await owner.listen(receiver.url);
  for (let index = 0; index < 22; index++) await sampleOf(id);
  await owner.ended(id, 22);
  await db.query(
    "UPDATE webhook_deliveries SET status = 'failed' WHERE id = (SELECT max(id) FROM webhook_deliveries WHERE webhook_id = $1)",
    [id],
  );
  const page = await openWebhook(id);
  const all = page.getByRole('heading', { level: 3 });
  await all.nth(19).waitFor();
  expect(await all.count()).toBe(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await all.nth(21).waitFor();
  await page.getByRole('tab', { name: 'Failed' }).click();
  await page.waitForURL(/status=FAILED/);
  await eventually(async () => ((await all.count()) === 1 ? true : undefined));
  expect(await all.allTextContents()).toEqual([expect.stringContaining('Failed')]);
});

test('it is edited, gets a new secret, and is deleted once that is confirmed', async () => {
  receiver = await startReceiver();
  const { id, secret } = await owner.listen(receiver.url);
  const page = await openWebhook(id);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit the webhook' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Another');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Webhook “Another”' }).waitFor();

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  const shown = page.getByRole('dialog', { name: 'The new secret' });
  const next = await shown.getByLabel('Secret').inputValue();
  expect(next).not.toBe(secret);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await shown.waitFor({ state: 'detached' });
  await sendSample(page);
  const [received] = await receiver.wait(1);
  expect(received?.headers['x-service-signature']).toBe(
    createHmac('sha256', next)
      .update(received?.body ?? '')
      .digest('hex'),
  );

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete “Another”' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(await db.query('SELECT 1 FROM webhooks WHERE id = $1', [id])).toEqual([]);
});

test('a webhook of another account is not here', async () => {
  const { id } = await owner.listen('https://hooks.example.com/');
  const page = await open(`/webhooks/${id}`, { account: await createAccount(db) });
  await page.getByText('This webhook is not here').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  receiver = await startReceiver((response) => response.writeHead(500).end('the disk is full'));
  const { id } = await owner.listen(receiver.url);
  await sampleOf(id);
  await owner.ended(id);
  const page = await openWebhook(id, { width });
  await delivery(page, 'Failed').getByRole('button').click();
  await page.getByText('the disk is full').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Edit the webhook' }).getByLabel('Name').waitFor();
  await expectAccessible(page);
  await page.goto('/webhooks');
  await page.getByRole('link', { name: 'Test' }).waitFor();
  await expectAccessible(page);
});
