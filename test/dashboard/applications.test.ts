import { newMember } from '../graphql/browser.js';
import { Application, call } from '../mcp/oauth-support.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

/** It leads back to a page of the service, because no window may send a request elsewhere. */
const redirect_uri = `${service.url}/settings`;

test('a person signs in, allows an application, sees it in the settings, and disconnects it', async () => {
  const member = await newMember(service);
  await db.query(`UPDATE users SET mcp_access = true, plan = 'premium' WHERE id = $1`, [member.userId]);
  const application = await Application.register(service, {
    client_name: 'Writing assistant',
    redirect_uris: [redirect_uri],
  });
  const { page } = await browser.open();
  await page.goto(application.asks({ redirect_uri }));
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'Connect Writing assistant?' }).waitFor();
  await page.getByText(member.email).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('state')).toBe('a state & more');
  const { access } = await application.exchange(searchParams.get('code') ?? '', { redirect_uri });
  expect((await call(service, access)).status).toBe(200);

  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Connected applications' });
  const item = panel.getByRole('listitem').filter({ hasText: 'Writing assistant' });
  await item.getByText(`${new URL(service.url).host} · publishes`).waitFor();
  await item.getByRole('button', { name: 'Disconnect Writing assistant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect “Writing assistant”' });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('“Writing assistant” disconnected').waitFor();
  await panel.getByText('None is connected.').waitFor();
  expect((await call(service, access)).status).toBe(401);

  await page.goto('/settings/activity');
  await page.getByText('Application disconnected: Writing assistant').waitFor();
  await page.getByText('Application connected: Writing assistant').waitFor();
});
