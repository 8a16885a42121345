/** What plans posts, on the command line: the media library, first comments, link parameters and feeds. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker', env: { PRIVATE_ADDRESSES: 'platforms,feeds' } });
const folder = mkdtempSync(path.join(tmpdir(), 'command-line-planning-'));

let sandbox: Sandbox;
let account: TestAccount;
let target: string;
let web: Server;
let feedUrl: string;

beforeAll(async () => {
  web = createServer((_, response) => response.end('<rss version="2.0"><channel><title>Blog</title></channel></rss>'));
  await once(web.listen(0, '127.0.0.1'), 'listening');
  feedUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/feed.xml`;
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db, { connected: ['skyfeed-2'] });
  target = await account.connect(sandbox.createAccount('fediverse'));
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
  writeFileSync(path.join(folder, 'teal.png'), await image.png().toBuffer());
});
afterAll(async () => {
  web?.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey };
  const program = path.resolve('.build/clients/cli/src/main.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
async function json(...args: string[]) {
  const { code, out, err } = await run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}
const texts = () => sandbox.posts().map(({ text }) => text);

test('a file is kept in the library, found, and used by its id in two posts', async () => {
  const { id, status } = await json('keep', 'teal.png');
  expect(status).toBe('READY');
  expect((await run('library', 'TEAL')).out).toMatch(
    new RegExp(`^ID +TYPE +NAME +ALTERNATIVE TEXT\n${id} +IMAGE +\\S*teal.png\n$`),
  );
  expect(await json('library', 'nothing like it')).toEqual([]);
  for (const text of ['First use', 'Second use']) {
    const post = await run('post', text, '--to', target, '--file', id, '--alt', 'Teal', '--follow');
    expect(post.code).toBe(0);
  }
  const used = sandbox.posts().filter(({ text }) => / use$/.test(text));
  expect(used.map(({ record }) => record)).toMatchObject([
    { media: [{ description: 'Teal' }] },
    { media: [{ description: 'Teal' }] },
  ]);
  expect(await json('library')).toHaveLength(1);
  expect(await run('keep', 'missing.png')).toMatchObject({ code: 2, out: '' });
});

test('a first comment follows its post at each account', async () => {
  const post = await run('post', 'With a comment', '--to', target, '--first-comment', 'The comment', '--follow');
  expect(post.code).toBe(0);
  await eventually(async () => texts().includes('The comment') || undefined);
  expect(texts().filter((text) => text === 'With a comment' || text === 'The comment')).toHaveLength(2);
});

test('link parameters are set for all accounts, a platform or an account, listed and removed', async () => {
  const source = ['--source', '{platform}', '--medium', 'social'];
  await run('link-parameters', ...source);
  await run('link-parameters', '--to', 'skyfeed', '--source', 'sky');
  expect((await run('link-parameters', '--to', target, '--campaign', 'spring')).out).toMatch(
    /^FOR +SOURCE +MEDIUM +CAMPAIGN/,
  );
  const rules = await json('link-parameters');
  expect(rules).toHaveLength(3);
  expect(rules).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ platform: 'SKYFEED', parameters: expect.objectContaining({ source: 'sky' }) }),
    ]),
  );
  await run('post', 'See https://acme.com/', '--to', target, '--follow');
  expect(texts().filter((text) => text.includes('utm_campaign=spring'))).toHaveLength(1);
  const removed = await json('link-parameters', '--to', `skyfeed,${target}`, '--remove');
  expect(removed).toMatchObject([{ accountId: null, platform: null, parameters: { medium: 'social' } }]);
  expect(await json('link-parameters', '--remove')).toEqual([]);
  expect(await run('link-parameters', '--to', 'skyfeed')).toMatchObject({ code: 2 });
  expect(await run('link-parameters', ...source, '--remove')).toMatchObject({ code: 2 });
  expect(await run('link-parameters', '--to', 'fediverse-99', ...source)).toMatchObject({ code: 2 });
});

test('a feed makes drafts, or posts of a queue, by its template', async () => {
  expect(await json('feed', feedUrl, '--to', target)).toMatchObject({ name: new URL(feedUrl).host, result: 'DRAFT' });
  const options = ['--to', 'fediverse', '--name', 'Blog', '--queue', '--template', '{{title}}\\n{{link}}'];
  expect(await json('feed', feedUrl, ...options)).toMatchObject({
    name: 'Blog',
    platformIds: [target],
    schedule: 'NEXT_FREE',
    template: '{{title}}\n{{link}}',
  });
  expect((await json('feeds')).map(({ name }: { name: string }) => name).sort()).toEqual(
    [new URL(feedUrl).host, 'Blog'].sort(),
  );
  expect(await run('feed', 'blog', '--to', target)).toMatchObject({ code: 2, err: expect.stringContaining('blog') });
  expect(await run('feed', feedUrl, ...options)).toMatchObject({
    code: 1,
    err: expect.stringContaining('FEED_NAME_TAKEN'),
  });
});
