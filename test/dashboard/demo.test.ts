import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPost, end, killAll, readFacts, run } from '../e2e/local-start.js';
import { useBrowser } from '../support/chromium.js';

const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-dashboard-'));
const started = await run({ DATA_DIR: dataDir, PORT: '0' });
const facts = await readFacts(dataDir);
const browser = useBrowser({ url: facts.baseUrl });

afterAll(async () => {
  await end(started).finally(killAll);
  await rm(dataDir, { recursive: true, force: true });
});

test('after npm start a newcomer signs in with what it printed, and watches a post go out on seven platforms', async () => {
  for (const printed of [facts.baseUrl, facts.email, facts.password]) expect(started.output()).toContain(printed);
  const { page } = await browser.open();
  await page.goto('/posts');
  await page.getByLabel('E-mail address').fill(facts.email);
  await page.getByLabel('Password', { exact: true }).fill(facts.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No posts yet').waitFor();
  await page.getByText('Live').waitFor();

  await createPost(facts, 'Watch this', 1_000);
  await page.getByRole('link', { name: 'Watch this' }).click();
  const parts = page.getByRole('article');
  await parts.nth(facts.textConnections.length - 1).waitFor();
  for (const part of await parts.all()) await part.getByText('Published', { exact: true }).waitFor();
  expect(await parts.count()).toBe(7);
});
