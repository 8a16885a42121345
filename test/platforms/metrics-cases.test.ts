/** Numbers of posts where one platform differs from the others. */
import type { Http, HttpRequest } from '../../src/foundation/http-client/http.js';
import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import { microblog } from '../../src/platforms/microblog/microblog.js';
import { network } from '../../src/platforms/network/network.js';
import type { Platform, PlatformKey } from '../../src/platforms/port/platform.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { threadtalk } from '../../src/platforms/threadtalk/threadtalk.js';
import { setupOf } from './logging-in.js';
import { amending, makeAnswer, openAccount, openWorld, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const DAY_MS = 24 * 3_600_000;

/** A post of some days ago, as the service names it. */
async function past(platform: PlatformKey, accountId: string, days = 1) {
  const publishedAt = new Date(Date.now() - days * DAY_MS);
  const { post, stored } = world.box.addPastPost({ platform, accountId, text: `Of ${days} days ago`, publishedAt });
  await stored;
  return { postedId: post.postedId.replace(/^urn:li:/, 'urn:network:'), furtherIds: [] };
}

const opened = (platform: Platform & { metrics: NonNullable<Platform['metrics']> }, http = world.http) =>
  platform.metrics.open(http, setupOf(world, platform));

/** Answers some requests instead of the platform. */
const instead =
  (answers: (request: HttpRequest) => ReturnType<typeof makeAnswer> | undefined): Http =>
  async (request) =>
    answers(request) ?? world.http(request);

test('microblog: posts of more than 30 days have no clicks, and younger ones keep them', async () => {
  const account = await openAccount(world, microblog);
  const [young, old] = [await past('microblog', account.accountId, 5), await past('microblog', account.accountId, 40)];
  const result = await opened(microblog).ofPosts(account, [old, young]);
  if (result.kind === 'failed') throw new Error(result.failure.message);
  const names = result.value.map((post) => post.kind === 'measured' && Object.keys(post.values).sort());
  const all = [...microblog.metrics.postMetrics].sort();
  expect(names).toEqual([all.filter((name) => name !== 'clicks'), all]);
});

test('microblog: the names of older documents are read too', async () => {
  const account = await openAccount(world, microblog);
  const post = await past('microblog', account.accountId);
  const rename = (json: unknown) => JSON.parse(JSON.stringify(json).replaceAll('"repost_count"', '"retweet_count"'));
  const before = await opened(microblog).ofPosts(account, [post]);
  const after = await opened(microblog, amending(world.http, '/2/tweets', rename)).ofPosts(account, [post]);
  const values = (result: typeof before) =>
    result.kind === 'ok' && result.value[0]?.kind === 'measured' && result.value[0].values;
  expect(values(after)).toEqual(values(before));
  expect(values(before)).toHaveProperty('shares');
});

test('microblog: a post that the platform does not show, for another reason, is not gone, and not read', async () => {
  const account = await openAccount(world, microblog);
  const post = await past('microblog', account.accountId);
  const type = 'https://api.x.com/2/problems/not-authorized-for-resource';
  const hide = () => ({ errors: [{ type, title: 'Authorization Error', detail: 'Sorry', value: post.postedId }] });
  expect(await opened(microblog, amending(world.http, '/2/tweets', hide)).ofPosts(account, [post])).toEqual({
    kind: 'ok',
    value: [{ postedId: post.postedId, kind: 'notGiven' }],
  });
});

test('fediverse: a server without the list of statuses is requested for each', async () => {
  const account = await openAccount(world, fediverse);
  const posts = [await past('fediverse', account.accountId, 9), await past('fediverse', account.accountId, 7)];
  const listed = await opened(fediverse).ofPosts(account, posts);
  for (const status of [404, 405]) {
    const old = instead(({ url }) => (url.endsWith('/statuses') ? makeAnswer(status, '<h1>None</h1>') : undefined));
    expect(await opened(fediverse, old).ofPosts(account, posts)).toEqual(listed);
  }
});

test('fediverse: a page with 404 means gone only if the server responds otherwise', async () => {
  const account = await openAccount(world, fediverse);
  const post = await past('fediverse', account.accountId);
  const page = makeAnswer(404, '<h1>404 Not Found</h1>', { 'content-type': 'text/html' });
  const missing = instead(({ url }) => (url.includes('/statuses') ? page : undefined));
  expect(await opened(fediverse, missing).ofPosts(account, [post])).toEqual({
    kind: 'ok',
    value: [{ postedId: post.postedId, kind: 'gone' }],
  });
  expect(await opened(fediverse, async () => page).ofPosts(account, [post])).toMatchObject({
    kind: 'failed',
    failure: { code: 'PLATFORM_SERVER_ERROR' },
  });
});

test('skyfeed: a post that has not arrived at the network’s app is not gone, and not read', async () => {
  const account = await openAccount(world, skyfeed);
  const post = await past('skyfeed', account.accountId);
  const empty = amending(world.http, 'app.bsky.feed.getPosts', () => ({ posts: [] }));
  expect(await opened(skyfeed, empty).ofPosts(account, [post])).toEqual({
    kind: 'ok',
    value: [{ postedId: post.postedId, kind: 'notGiven' }],
  });
});

test('network: a comment has no numbers, and an organization’s are refused', async () => {
  const account = await openAccount(world, network);
  const comment = { postedId: 'urn:network:comment:(urn:network:activity:1,2)', furtherIds: [] };
  const before = world.box.requests().length;
  expect(await opened(network).ofPosts(account, [comment])).toEqual({
    kind: 'ok',
    value: [{ postedId: comment.postedId, kind: 'measured', values: {}, own: {} }],
  });
  const author = 'urn:li:organization:1';
  const organization = { ...account, credentials: { ...account.credentials, author } };
  const refused = {
    kind: 'failed',
    failure: { code: 'PERMISSION_DENIED', message: expect.stringContaining('members') },
  };
  expect(await opened(network).ofPosts(organization, [await past('network', account.accountId)])).toMatchObject(
    refused,
  );
  expect(await opened(network).ofAccount(organization)).toMatchObject(refused);
  expect(world.box.requests()).toHaveLength(before);
});

test('threadtalk: an account whose scopes are unknown is decided by the platform', async () => {
  const { credentials, ...account } = await openAccount(world, threadtalk);
  const { scopes: _, ...unknown } = credentials;
  const post = await past('threadtalk', account.accountId);
  expect(await opened(threadtalk).ofPosts({ ...account, credentials: unknown }, [post])).toMatchObject({ kind: 'ok' });
  const lacking = { ...account, credentials: { ...unknown, scopes: 'threads_basic threads_content_publish' } };
  const before = world.box.requests().length;
  expect(await opened(threadtalk).ofPosts(lacking, [post])).toMatchObject({
    kind: 'failed',
    failure: { code: 'PERMISSION_DENIED', message: expect.stringContaining('threads_manage_insights') },
  });
  expect(world.box.requests()).toHaveLength(before);
});

test.each([
  [1, 1],
  [Number.NaN, undefined],
  [-1, undefined],
  [1.5, undefined],
])('a count of %p is read as %p', async (count: number, expected: number | undefined) => {
  const account = await openAccount(world, microblog);
  const post = await past('microblog', account.accountId);
  const change = (json: unknown) => {
    const { data } = json as { data: { public_metrics: object }[] };
    return { data: data.map((each) => ({ ...each, public_metrics: { like_count: count, reply_count: 3 } })) };
  };
  const result = await opened(microblog, amending(world.http, '/2/tweets', change)).ofPosts(account, [post]);
  expect(result.kind === 'ok' && result.value[0]?.kind === 'measured' && result.value[0].values.reactions).toBe(
    expected,
  );
});
