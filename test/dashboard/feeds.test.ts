/** Feeds: added with a preview, read, paused, and what became of their entries. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { button, useComposer } from './composing.js';

const { db, accounts, visit, groups } = await useComposer({ PRIVATE_ADDRESSES: 'platforms,webhooks,feeds' });

let web: Server;
let feedUrl: string;
let titles: string[] = [];

beforeAll(async () => {
  web = createServer((_request, response) => {
    const items = titles.map(
      (title) =>
        `<item><guid>${title}</guid><title>${title}</title><link>https://example.com/${encodeURIComponent(title)}</link></item>`,
    );
    response.end(`<rss version="2.0"><channel><title>Tea blog</title>${items.join('')}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  feedUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/feed`;
});
afterAll(() => web?.close());

test('a feed is added after a preview, read, paused and deleted', async () => {
  titles = ['Old', 'Secret'];
  await db.query(
    `INSERT INTO labels (id, user_id, name, name_key, color, created_at) VALUES ('0123456789abcdef01234567', $1, 'Blog', 'blog', 'BLUE', now())`,
    [accounts().userId],
  );
  const { page } = await visit();
  await page.goto('/feeds');
  await page.getByText('No feeds yet').waitFor();
  await button(page, 'Add a feed').click();
  const form = page.getByRole('dialog', { name: 'Add a feed' });
  await form.getByLabel('Address of the feed').fill(feedUrl);
  await form.getByLabel('Name').fill('Tea');
  await form.getByLabel('Accounts').click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await form.getByLabel('Labels of its posts').click();
  await page.getByRole('option', { name: 'Blog' }).click();
  await page.keyboard.press('Escape');
  await form.getByLabel('No entries with these words').fill('secret');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Preview' }).click();
  const preview = form.getByRole('list', { name: 'Preview of Tea blog' });
  await preview.getByText('https://example.com/Old').waitFor();
  await preview.getByText('Secret: becomes no post').waitFor();
  expect(await groups()).toEqual([]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const card = page.getByRole('list', { name: 'Feeds' }).getByRole('listitem').filter({ hasText: 'Tea' });
  await card.getByText('Active').waitFor();

  titles = ['New', ...titles];
  await button(page, 'Read now: Tea').click();
  await page.getByText('“Tea” read').waitFor();
  expect(await groups()).toMatchObject([{ content: 'New\n\nhttps://example.com/New' }]);
  await button(page, 'Entries of Tea').click();
  const entries = page.getByRole('dialog', { name: 'Entries of Tea' });
  await entries.getByRole('listitem').filter({ hasText: 'New' }).getByText('Became a post').waitFor();
  expect(await entries.getByRole('listitem').count()).toBe(3);
  await entries.getByRole('button', { name: 'Close' }).click();

  await button(page, 'Pause Tea').click();
  await card.getByText('Paused').waitFor();
  await button(page, 'Delete Tea').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No feeds yet').waitFor();
  expect(await groups()).toHaveLength(1);
});

test.each(WIDTHS)('they are accessible: %i pixels', async (width) => {
  await db.query(
    `INSERT INTO feeds (id, user_id, program_may_publish, name, url, platform_ids, template, filter, daily_max, label_ids,
                        attaches_images, state, problem, failures, next_fetch_at, created_at, updated_at)
     SELECT lpad(to_hex(n), 24, $1), $1, true, 'Feed ' || n, 'https://example.com/' || repeat('long/', 30), '{}', '{{title}}',
            '{"include":[],"exclude":[],"categories":[]}', 1, '{}', false, CASE n WHEN 1 THEN 'ENDED' ELSE 'PAUSED' END,
            CASE n WHEN 1 THEN 'The server says that the feed has ended' END, 0, now(), now(), now()
       FROM generate_series(1, 2) n`,
    [accounts().userId],
  );
  const { page } = await visit({ width });
  await page.goto('/feeds');
  await page.getByText('The server says that the feed has ended').waitFor();
  await expectAccessible(page);
  await button(page, 'Edit Feed 1').click();
  await page.getByRole('dialog', { name: 'Edit the feed' }).waitFor();
  await expectAccessible(page);
});
