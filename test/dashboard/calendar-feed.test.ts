import request from 'supertest';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

async function open(screen = {}) {
  const { page } = await browser.openSignedIn(db, { account: await createAccount(db), ...screen });
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Calendar feed', exact: true });
  await panel.getByRole('button', { name: 'Create an address' }).waitFor();
  return { page, panel };
}

test('an address is created, shown once, read, replaced and revoked', async () => {
  const { page, panel } = await open();
  const statusOf = async (url: string) => (await request(service.url).get(new URL(url).pathname)).status;
  const shown = page.getByRole('dialog', { name: 'The address is there' });
  const takeAddress = async () => {
    const url = await shown.getByLabel('Calendar address').inputValue();
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'detached' });
    return url;
  };
  await panel.getByRole('button', { name: 'Create an address' }).click();
  await shown.waitFor();
  await expectAccessible(page);
  const first = await takeAddress();
  await panel.getByText('never read').waitFor();
  expect(await page.content()).not.toContain(first);
  expect(await statusOf(first)).toBe(200);
  await page.reload();
  await panel.getByText('last read').waitFor();

  await panel.getByRole('button', { name: 'Replace the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  const second = await takeAddress();
  expect(await statusOf(first)).toBe(404);
  expect(await statusOf(second)).toBe(200);

  await panel.getByRole('button', { name: 'Revoke the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await panel.getByRole('button', { name: 'Create an address' }).waitFor();
  expect(await statusOf(second)).toBe(404);
});

test.each(WIDTHS)('the panel is accessible, %i pixels wide', async (width) => {
  const { page } = await open({ viewport: { width, height: 800 } });
  await expectAccessible(page);
});
