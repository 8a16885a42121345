/** Signatures and link parameters: set on their pages, shown while a post is written, and left off. */
import type { Page } from 'playwright-core';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { button, field, live, useComposer } from './composing.js';

const { db, service, apiKey, accounts, visit, open, write, textsAt } = await useComposer();

async function run(name: string, input: object, returned: string): Promise<void> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${returned} { id } } }`;
  const { errors } = await graphql(service, { 'x-api-key': apiKey() }, query, { input });
  expect(errors).toBeUndefined();
}

const sign = async (text: string) => {
  const { fediverse } = accounts();
  const [row] = await db.query<{ id: string }>('SELECT id FROM connections WHERE account_id = $1', [
    fediverse.accountId,
  ]);
  await run('setSignature', { accountId: row?.id, text }, 'account');
};

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

test('a signature is written for an account, with an example, and removed', async () => {
  const { fediverse } = accounts();
  const { page } = await visit();
  await page.goto('/accounts');
  const edit = async () => {
    await page.getByRole('button', { name: `Actions for @${fediverse.username}` }).click();
    await page.getByRole('menuitem', { name: 'Signature' }).click();
    return page.getByRole('dialog', { name: `Signature of @${fediverse.username}` });
  };
  await db.query('DELETE FROM signatures');
  const stored = () => db.query('SELECT text FROM signatures');
  const dialog = await edit();
  await dialog.getByLabel('Text at the end of its posts').fill('ACME · acme.example');
  expect(await dialog.getByRole('region', { name: 'Example' }).innerText()).toBe('Your post\n\nACME · acme.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Signature saved').waitFor();
  expect(await stored()).toEqual([{ text: 'ACME · acme.example' }]);

  const again = await edit();
  expect(await again.getByLabel('Text at the end of its posts').inputValue()).toBe('ACME · acme.example');
  await again.getByLabel('Text at the end of its posts').fill('');
  await again.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Signature removed').waitFor();
  expect(await stored()).toEqual([]);
});

test('the preview and the counter have the signature until it is left off', async () => {
  await sign('ACME');
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Hello', [fediverse]);
  await preview(page).getByText('ACME').waitFor();
  await page.getByText('Fediverse 11/500').waitFor();
  const signature = page.getByRole('switch', { name: 'Signature' });
  await signature.uncheck();
  await page.getByText('Fediverse 5/500').waitFor();
  expect(await preview(page).getByText('ACME').count()).toBe(0);
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  await signature.waitFor();
  expect(await signature.isChecked()).toBe(false);
  await signature.check();
  await page.getByText('Fediverse 11/500').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Hello\n\nACME']);
});

test('link parameters are set for all accounts, with an example, and shown in the preview', async () => {
  const { fediverse } = accounts();
  const { page } = await visit();
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Link parameters' });
  await panel.getByLabel('Source (utm_source)').fill('{platform}');
  await panel.getByLabel('Medium (utm_medium)').fill('social');
  await panel
    .getByLabel('Example')
    .getByText('https://example.com/page?utm_source=microblog&utm_medium=social')
    .waitFor();
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link parameters saved').waitFor();
  await panel.getByText('Set for: All accounts').waitFor();

  await page.goto('/compose');
  await field(page).waitFor();
  await write(page, 'See https://acme.com', [fediverse]);
  await preview(page).getByText('acme.com?utm_source=').waitFor();
  await page.getByRole('switch', { name: 'Link parameters' }).uncheck();
  await preview(page).getByText('utm_source').waitFor({ state: 'detached' });

  await page.goto('/settings');
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Link parameters removed').waitFor();
  expect(await db.query('SELECT 1 FROM link_rules')).toEqual([]);
});

test.each(WIDTHS)('the dialog, the panel and the switches are accessible at %i pixels', async (width) => {
  await sign('ACME');
  const { fediverse } = accounts();
  await run('setLinkParameters', { parameters: { source: 'news' } }, 'linkRules');
  const { page } = await open('/compose', { width });
  await write(page, 'https://acme.com', [fediverse]);
  await page.getByRole('switch', { name: 'Signature' }).waitFor();
  await expectAccessible(page);
  await page.goto('/settings');
  await page.getByRole('region', { name: 'Link parameters' }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await page.goto('/accounts');
  await page.getByRole('button', { name: `Actions for @${fediverse.username}` }).click();
  await page.getByRole('menuitem', { name: 'Signature' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});
