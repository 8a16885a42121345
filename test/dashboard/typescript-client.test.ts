/** The typed client in a real browser: the page of docs/guides/typescript.md, an upload, and a worker. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import type { createClient } from '../../clients/typescript/src/index.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { codeBlocks } from '../support/documents.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

const MODULES = {
  client: path.resolve('.build/clients/typescript/src'),
  'graphql-ws': path.resolve('node_modules/graphql-ws/dist'),
};
const PAGE = codeBlocks('docs/guides/typescript.md').find(({ language }) => language === 'html')?.code ?? '';
const WORKER = `
  import { createClient } from '/modules/client/index.js';
  const { posts } = createClient({ url: location.origin });
  onmessage = async ({ data }) => postMessage((await posts.create(data)).status);`;

let sandbox: Sandbox;
let account: TestAccount;
let target: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  target = await account.connect(sandbox.createAccount('fediverse'));
});
afterAll(() => sandbox?.close());

/** A site of the service's own origin, as a proxy before both makes it. */
async function openPage() {
  const visitor = await browser.openSignedIn(db, { account });
  await serve(visitor.context);
  await visitor.page.goto('/own/page.html');
  return visitor.page;
}

async function serve(context: BrowserContext): Promise<void> {
  await context.route('**/own/page.html', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await context.route('**/own/worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: WORKER }));
  await context.route('**/modules/**', (route) => {
    const [, , name, file = ''] = new URL(route.request().url()).pathname.split('/');
    const body = readFileSync(path.join(MODULES[name as keyof typeof MODULES], file), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}

test('a page of a few lines publishes, and shows the progress', async () => {
  const page = await openPage();
  await page.locator('#text').fill('From a page');
  await page.locator('#publish').click();
  await page.locator('#progress', { hasText: 'PUBLISHED' }).waitFor();
  expect(sandbox.posts().filter(({ text }) => text === 'From a page')).toHaveLength(1);
});

test('a page uploads a file, and is told how far it is', async () => {
  const page = await openPage();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width: 1000, height: 1000, channels: 3, background: 'teal', noise } });
  const base64 = (await image.png().toBuffer()).toString('base64');
  const { status, progress, size } = await page.evaluate(
    async ([modules = '', platformId = '', bytes = '']) => {
      const { createClient: create } = (await import(modules)) as { createClient: typeof createClient };
      const client = create({ url: location.origin });
      const file = new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], 'noise.png', {
        type: 'image/png',
      });
      const draft = await client.posts.create({ content: 'With noise', platformIds: [platformId] });
      const told: number[] = [];
      const onProgress = ({ sentBytes }: { sentBytes: number }) => told.push(sentBytes);
      const media = await client.media.upload(file, { postGroupId: draft.id, onProgress });
      return { status: media.status, progress: told, size: file.size };
    },
    ['/modules/client/index.js', target, base64],
  );
  expect(status).toBe('READY');
  expect(progress.length).toBeGreaterThan(1);
  expect(progress.at(-1)).toBe(size);
});

test('a worker creates a post', async () => {
  const page = await openPage();
  const status = await page.evaluate(
    (platformId) =>
      new Promise((resolve) => {
        const worker = new Worker('/own/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage({ content: 'From a worker', platformIds: [platformId] });
      }),
    target,
  );
  expect(status).toBe('DRAFT');
});
