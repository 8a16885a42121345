/**
 * The numbers of posts through a real data server, which passes the requests on to the network's app. The app here counts
 * the likes, reposts and replies that the data server holds.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { clock, makePart, publish } from '../platforms/support.js';
import { type Pds, startPds } from './pds.js';

const { http, close } = makeHttp({ timeoutMs: 20_000 });
/** What the app was requested for, and on whose behalf. */
const requested: { url: URL; issuer: string }[] = [];

let app: Server;
let pds: Pds;
let ann: Account;
let bob: Account;

beforeAll(async () => {
  app = createServer(async (req, res) => {
    const url = new URL(req.url ?? '', 'http://app.test');
    const [, claims = ''] = req.headers.authorization?.split('.') ?? [];
    requested.push({ url, issuer: JSON.parse(Buffer.from(claims, 'base64url').toString()).iss });
    const body = url.pathname.endsWith('getPosts') ? { posts: await postViews(url) } : await profileView(url);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  pds = await startPds({ appUrl: `http://localhost:${(app.address() as AddressInfo).port}` });
  [ann, bob] = [await signIn(pds), await signIn(pds)];
  // The first use installs the server.
}, 600_000);
afterAll(async () => {
  await close();
  await pds?.close();
  app?.close();
});

async function signIn(server: Pds): Promise<Account> {
  const { did, handle, appPassword } = await server.createAccount();
  const unsigned = {
    accountId: did,
    baseUrl: `http://127.0.0.1:${server.port}`,
    credentials: { identifier: handle, appPassword },
  };
  const refreshed = await skyfeed.session(http, NO_SETUP).refresh(unsigned);
  if (refreshed.kind === 'failed') throw new Error(refreshed.failure.message);
  return { ...unsigned, credentials: refreshed.credentials };
}

const all = async (collection: string) =>
  (await Promise.all([ann, bob].map(({ accountId }) => pds.records(accountId, collection)))).flat();

async function postViews({ searchParams }: URL) {
  const [posts, likes, reposts] = await Promise.all(
    ['post', 'like', 'repost'].map((kind) => all(`app.bsky.feed.${kind}`)),
  );
  return searchParams.getAll('uris').flatMap((uri) => {
    const post = posts?.find((each) => each.uri === uri);
    const about = (records = likes) => records?.filter(({ value }) => value.subject?.uri === uri).length;
    const replyCount = posts?.filter(({ value }) => value.reply?.parent.uri === uri).length;
    const counts = { likeCount: about(), repostCount: about(reposts), replyCount, quoteCount: 0, bookmarkCount: 0 };
    const author = { did: uri.split('/')[2], handle: 'ann.test' };
    return post ? [{ uri, cid: 'a', author, record: post.value, indexedAt: new Date().toISOString(), ...counts }] : [];
  });
}

async function profileView({ searchParams }: URL) {
  const did = searchParams.get('actor') ?? '';
  const postsCount = (await pds.records(did, 'app.bsky.feed.post')).length;
  return { did, handle: 'ann.test', followersCount: 3, followsCount: 0, postsCount };
}

async function write(account: Account, text: string, replyTo: string | null = null) {
  const step = await publish(skyfeed.publisher(http, NO_SETUP, clock), makePart(text, { replyTo }), account);
  if (step.kind !== 'published') throw new Error(JSON.stringify(step));
  return { postedId: step.postedId, furtherIds: [] };
}

/** Likes or reposts a post, or takes that back. */
async function act({ accountId, baseUrl, credentials }: Account, method: string, input: object) {
  const headers = { authorization: `Bearer ${credentials.accessJwt}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ repo: accountId, ...input });
  const answer = await fetch(`${baseUrl}/xrpc/com.atproto.repo.${method}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}
const like = (account: Account, kind: 'like' | 'repost', { postedId }: { postedId: string }) => {
  const collection = `app.bsky.feed.${kind}`;
  // The version does not matter to who counts.
  const cid = 'bafyreib2rxk3rybk3aobmv5cjuql3bm2twh4jo5uxgf5kpqcsgz7soitae';
  const record = { $type: collection, subject: { uri: postedId, cid }, createdAt: new Date().toISOString() };
  return act(account, 'createRecord', { collection, rkey: RKEY, record });
};
const RKEY = '3lqaaaaaaaa2a';

const metrics = () => skyfeed.metrics.open(http, NO_SETUP);

test('likes and reposts are counted, also fewer than before; a deleted post is gone', async () => {
  const [liked, plain, deleted] = [await write(ann, 'Liked'), await write(ann, 'Plain'), await write(ann, 'Deleted')];
  await like(bob, 'like', liked);
  await like(bob, 'repost', liked);
  await skyfeed.unpublish(http, NO_SETUP)(ann, deleted);
  const posts = [liked, deleted, plain];
  const measured = ({ postedId }: { postedId: string }, reactions: number, shares: number) => ({
    postedId,
    kind: 'measured',
    values: { reactions, shares, comments: 0, saves: 0 },
    own: { likeCount: reactions, repostCount: shares, replyCount: 0, quoteCount: 0, bookmarkCount: 0 },
  });
  const gone = { postedId: deleted.postedId, kind: 'gone' };
  expect(await metrics().ofPosts(ann, posts)).toEqual({
    kind: 'ok',
    value: [measured(liked, 1, 1), gone, measured(plain, 0, 0)],
  });
  expect(requested.at(-1)).toMatchObject({ issuer: ann.accountId });
  expect(requested.at(-1)?.url.searchParams.getAll('uris')).toEqual(posts.map(({ postedId }) => postedId));
  await act(bob, 'deleteRecord', { collection: 'app.bsky.feed.like', rkey: RKEY });
  expect(await metrics().ofPosts(ann, posts)).toEqual({
    kind: 'ok',
    value: [measured(liked, 0, 1), gone, measured(plain, 0, 0)],
  });
});

test('the account is measured', async () => {
  expect(await metrics().ofAccount(bob)).toEqual({
    kind: 'ok',
    value: {
      values: { followers: 3, posts: 0 },
      own: { followersCount: 3, followsCount: 0, postsCount: 0 },
    },
  });
});

test('a server that has no app to pass them on to fails, and nothing counts as gone', async () => {
  const alone = await startPds();
  try {
    const account = await signIn(alone);
    const post = await write(account, 'Alone');
    const result = await metrics().ofPosts(account, [post]);
    expect(result).toMatchObject({ kind: 'failed', failure: { message: expect.stringContaining('No service') } });
  } finally {
    await alone.close();
  }
}, 120_000);
