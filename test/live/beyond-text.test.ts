/** What the service makes of a text besides sending it: mentions, link cards, and videos that a platform processes. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let account: TestAccount;
let pageServer: Server;
let origin: string;
let pages: Record<string, RequestListener>;
let requested: string[];

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  pageServer = createServer((request, response) => {
    requested.push(request.url ?? '');
    const page = pages[request.url ?? ''];
    if (page) page(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(pageServer, 'listening');
  origin = `http://127.0.0.1:${(pageServer.address() as AddressInfo).port}`;
  // On a busy machine an upload is answered after more than the second of other tests, and would be repeated.
  const env = {
    PRIVATE_ADDRESSES: 'platforms,webhooks,link-cards',
    PUBLISH_TIMEOUT_MS: '10000',
    SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed,
  };
  service = await startService({ db, env });
  account = await createAccount(db);
});
beforeEach(() => {
  pages = {};
  requested = [];
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await service?.stop();
  pageServer?.closeAllConnections();
  pageServer?.close();
  await sandbox?.close();
  await db?.drop();
});

const call = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

interface Ended {
  platform: string;
  status: string;
  url: string | null;
  content: string;
  error: unknown;
}

/** Publishes a content to new accounts now; the posts once they have ended. */
async function publish(content: string, targets: SandboxAccount[], video?: Buffer): Promise<Ended[]> {
  const platformIds: string[] = [];
  for (const target of targets) platformIds.push(await account.connect(target));
  const { createPost } = await call(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
    { input: { post: { content, platformIds } } },
  );
  const id = createPost.postGroupId;
  if (video) {
    const input = { postGroupId: id, fileName: 'clip.mp4', contentType: 'video/mp4', type: 'VIDEO' };
    const upload = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
    const { createUpload } = await call(upload, { input });
    const headers = { 'content-type': 'video/mp4' };
    expect((await fetch(createUpload.uploadUrl, { method: 'PUT', headers, body: Uint8Array.from(video) })).ok).toBe(
      true,
    );
  }
  await call('mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }', {
    input: { postGroupId: id, status: 'SCHEDULED', scheduledTime: new Date().toISOString() },
  });
  return eventually(async () => {
    const query = `query ($id: ID!) { postGroup(id: $id) {
      processingStatus posts { platform: platformKey status url content error { code message } } } }`;
    const { postGroup } = await call(query, { id });
    return postGroup.processingStatus === 'FINISHED' ? postGroup.posts : undefined;
  }, 60_000);
}

const live = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId });
const putsOf = ({ accountId }: SandboxAccount) =>
  sandbox
    .requests()
    .filter(({ path, body }) => path.endsWith('putRecord') && (body as { repo?: string }).repo === accountId);
const embedOf = (target: SandboxAccount) =>
  (live(target)[0]?.record as { value: { embed?: { external?: object } } } | undefined)?.value.embed;

const TEXT: readonly SandboxPlatform[] = [
  'microblog',
  'network',
  'threadtalk',
  'socialpage',
  'skyfeed',
  'fediverse',
  'messenger',
];

test('a mention reaches network as a mention and every other platform as its name, once, after a retry too', async () => {
  // What is left of the inner one completes the outer markup: a second rendering would take that for a mention.
  const content = 'Thanks @{urn:network:person:1|@{urn:network:person:2|Zoë}}!';
  const targets = TEXT.map((platform) => sandbox.createAccount(platform));
  for (const { platform, accountId } of targets) {
    // The others count their waits in minutes.
    if (!['microblog', 'skyfeed', 'fediverse', 'messenger'].includes(platform)) continue;
    sandbox.setFault({ platform, accountId, kind: 'rate_limited', resetSeconds: 1 });
  }
  const ended = await publish(content, targets);
  for (const target of targets) {
    const isNetwork = target.platform === 'network';
    const text = isNetwork ? /@\[Zoë\]\(urn:li:person:2\)|Zoë/ : /^Thanks @\{urn:network:person:1\|Zoë\}!$/;
    expect({ platform: target.platform, texts: live(target).map((post) => post.text) }).toEqual({
      platform: target.platform,
      texts: [expect.stringMatching(text)],
    });
  }
  expect(ended.map(({ status, error }) => ({ status, error }))).toEqual(
    targets.map(() => ({ status: 'PUBLISHED', error: null })),
  );
}, 90_000);

describe('a link card', () => {
  const html =
    (body: string): RequestListener =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  const article = '<title>A page</title><meta property="og:image" content="/cover.png">';

  test.each(['error_after_store', 'reset_before_store'] as const)(
    'is published once with its post after %s',
    async (kind) => {
      const cover = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      pages = {
        '/a': html(article),
        '/cover.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(cover),
      };
      const target = sandbox.createAccount('skyfeed');
      const { platform, accountId } = target;
      sandbox.setFault({ platform, accountId, kind });
      const [post] = await publish(`Read ${origin}/a and https://example.com`, [target]);
      expect(post).toMatchObject({ status: 'PUBLISHED', error: null });
      expect(live(target)).toHaveLength(1);
      expect(embedOf(target)?.external).toMatchObject({
        uri: `${origin}/a`,
        title: 'A page',
        description: '',
        thumb: { mimeType: 'image/jpeg' },
      });
      // The repeat writes to the same place.
      const keys = putsOf(target).map(({ body }) => (body as { rkey: string }).rkey);
      expect(new Set(keys).size).toBe(1);
      expect(post?.url).toBe(`${target.baseUrl}/profile/${accountId}/post/${keys[0]}`);
    },
    60_000,
  );

  test('that does not come keeps no post back', async () => {
    pages['/a'] = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Slow');
    const target = sandbox.createAccount('skyfeed');
    const [post] = await publish(`Read ${origin}/a`, [target]);
    expect(post).toMatchObject({ status: 'PUBLISHED', error: null });
    expect(requested).toEqual(['/a']);
    expect(live(target)).toHaveLength(1);
    expect(embedOf(target)).toBeUndefined();
    expect(putsOf(target)).toHaveLength(1);
  }, 60_000);

  test('is made for skyfeed alone, and a page is fetched for no other platform', async () => {
    pages['/a'] = html(article);
    await publish(`Read ${origin}/a`, [sandbox.createAccount('fediverse'), sandbox.createAccount('messenger')]);
    expect(requested).toEqual([]);
  }, 60_000);
});

test('a video is uploaded to the video service once, and its job outlives a lost response', async () => {
  const target = sandbox.createAccount('skyfeed');
  const { platform, accountId } = target;
  sandbox.setFault({ platform, accountId, kind: 'reset_after_store' });
  const before = sandbox.requests().length;
  const [post] = await publish('It moves', [target], await readFile('test/media/fixtures/index-first.mp4'));
  expect(post).toMatchObject({ status: 'PUBLISHED', error: null });
  expect(live(target)).toMatchObject([{ text: 'It moves', media: [{ mimeType: 'video/mp4' }] }]);
  const uploads = sandbox
    .requests()
    .slice(before)
    .filter(({ path }) => /\.upload/.test(path));
  expect(uploads.map(({ path, status }) => [path, status])).toEqual([['/xrpc/app.bsky.video.uploadVideo', 200]]);
}, 60_000);
