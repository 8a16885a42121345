/** The numbers of posts: the platforms of the sandbox refuse what the real ones refuse. */
import type { Sandbox, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { call, closeSandboxes, sandbox } from './support.js';

let box: Sandbox;
beforeAll(async () => {
  box = await sandbox();
});
afterAll(closeSandboxes);

const DAY_MS = 24 * 3_600_000;

const get = ({ baseUrl, credentials }: SandboxAccount, path: string, headers: Record<string, string> = {}) =>
  call(baseUrl + path, {
    headers: { authorization: `Bearer ${credentials.accessToken ?? credentials.accessJwt}`, ...headers },
  });

/** A post of some days ago. */
async function past({ platform, accountId }: SandboxAccount, days = 1): Promise<string> {
  const publishedAt = new Date(Date.now() - days * DAY_MS);
  const { post, stored } = box.addPastPost({
    platform,
    accountId,
    text: `Of ${publishedAt.toISOString()}`,
    publishedAt,
  });
  await stored;
  return post.postedId;
}

const accounts = (platform: SandboxPlatform) =>
  [box.createAccount(platform), box.createAccount(platform)] as [SandboxAccount, SandboxAccount];

describe('microblog', () => {
  const lookUp = (account: SandboxAccount, ids: readonly string[], fields = 'public_metrics') =>
    get(account, `/2/tweets?ids=${ids.join(',')}&post.fields=${fields}`);

  test('a post that does not exist is a problem beside those that do', async () => {
    const [account] = accounts('microblog');
    const id = await past(account);
    const { status, body } = await lookUp(account, [id, '1']);
    expect(status).toBe(200);
    expect(body.data).toEqual([expect.objectContaining({ id, public_metrics: expect.anything() })]);
    expect(body.errors).toEqual([
      expect.objectContaining({ parameter: 'ids', value: '1', type: expect.stringMatching(/resource-not-found$/) }),
    ]);
    expect(await lookUp(account, ['1'])).toMatchObject({ status: 200, body: { errors: [{ value: '1' }] } });
  });

  test('numbers that are not public exist for 30 days, and for the author alone', async () => {
    const [account, other] = accounts('microblog');
    const [young, old] = [await past(account, 29), await past(account, 31)];
    const fields = 'public_metrics,non_public_metrics';
    const { data, errors } = (await lookUp(account, [young, old], fields)).body;
    expect(data).toEqual([expect.objectContaining({ id: young, non_public_metrics: expect.anything() })]);
    expect(errors).toEqual([expect.objectContaining({ value: old, field: 'non_public_metrics.impression_count' })]);
    expect((await lookUp(other, [young], fields)).body).not.toHaveProperty('data');
    expect((await lookUp(other, [young, old])).body.data).toHaveLength(2);
  });

  test.each([
    ['more than 100 ids', `ids=${Array(101).fill('1').join(',')}`],
    ['no ids', 'post.fields=public_metrics'],
    ['an id that is none', 'ids=a'],
    ['an unknown field', 'ids=1&post.fields=likes'],
    ['an unknown parameter', 'ids=1&tweet.fields=public_metrics'],
  ])('%s is refused', async (_name, query) => {
    const [account] = accounts('microblog');
    expect((await get(account, `/2/tweets?${query}`)).status).toBe(400);
  });
});

describe('threadtalk', () => {
  const insights = (account: SandboxAccount, id: string, metric = 'metric=views,likes') =>
    get(account, `/v1.0/${id}/insights?${metric}`);

  test('numbers have the form of the platform, and replies that were made are counted', async () => {
    const [account] = accounts('threadtalk');
    const id = await past(account, 3);
    const { platform, accountId } = account;
    const count = async () => (await insights(account, id, 'metric=replies')).body.data[0].values[0].value;
    const before = await count();
    await box.addPastPost({ platform, accountId, text: 'A reply', publishedAt: new Date(), replyTo: id }).stored;
    expect(await count()).toBe(before + 1);
    const { body } = await insights(account, id);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['views', 'likes']);
    expect(body.data[0]).toMatchObject({ period: 'lifetime', id: `${id}/insights/views/lifetime` });
  });

  test('another’s post, an unknown one and wrong metrics are refused', async () => {
    const [account, other] = accounts('threadtalk');
    const id = await past(account);
    const unknown = { status: 400, body: { error: { code: 100, error_subcode: 33 } } };
    expect(await insights(other, id)).toMatchObject(unknown);
    expect(await insights(account, '1')).toMatchObject(unknown);
    for (const query of ['metric=reach', '', 'metric=views&period=day']) {
      expect(await insights(account, id, query)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    }
  });

  test('followers are those of the account of the token, in total', async () => {
    const [account, other] = accounts('threadtalk');
    const of = (id: string, query = 'metric=followers_count') => get(account, `/v1.0/${id}/threads_insights?${query}`);
    expect((await of('me')).body.data[0]).toMatchObject({
      name: 'followers_count',
      total_value: { value: expect.any(Number) },
    });
    expect((await of(other.accountId)).status).toBe(400);
    expect((await of('me', 'metric=followers_count&since=1')).status).toBe(400);
    expect((await of('me', 'metric=fans')).status).toBe(400);
  });
});

describe('fediverse', () => {
  test('statuses are listed by their ids, at most 20, without those that do not exist', async () => {
    const [account] = accounts('fediverse');
    const ids = [await past(account, 2), '1', await past(account, 1)];
    const list = (all: readonly string[]) =>
      get(account, `/api/v1/statuses?${all.map((id) => `id[]=${id}`).join('&')}`);
    const { status, body } = await list(ids);
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
    expect(body[0]).toMatchObject({ favourites_count: expect.any(Number), quotes_count: expect.any(Number) });
    expect((await list(Array(20).fill('1'))).body).toEqual([]);
    expect((await list(Array(21).fill('1'))).status).toBe(422);
  });
});

describe('skyfeed', () => {
  const session = async (account: SandboxAccount) => {
    const { identifier, appPassword: password } = account.credentials;
    const { body } = await call(`${account.baseUrl}/xrpc/com.atproto.server.createSession`, {
      json: { identifier, password },
    });
    return { authorization: `Bearer ${body.accessJwt}` };
  };

  test('posts of anyone are listed by their addresses, at most 25, without those that do not exist', async () => {
    const [account, other] = accounts('skyfeed');
    const headers = await session(other);
    const uri = await past(account, 2);
    const list = (uris: readonly string[]) =>
      get(
        account,
        `/xrpc/app.bsky.feed.getPosts?${uris.map((each) => `uris=${encodeURIComponent(each)}`).join('&')}`,
        headers,
      );
    expect((await list([uri, `${uri}x`])).body.posts).toEqual([
      expect.objectContaining({ uri, likeCount: expect.any(Number), bookmarkCount: expect.any(Number) }),
    ]);
    expect((await list(Array(26).fill(uri))).status).toBe(400);
    expect((await list(['urn:a'])).status).toBe(400);
    expect((await get(account, `/xrpc/app.bsky.feed.getPosts?uris=${uri}`, { authorization: 'Bearer a' })).status).toBe(
      400,
    );
  });

  test('a profile has the number of followers', async () => {
    const [account] = accounts('skyfeed');
    const headers = await session(account);
    const profile = (actor: string) => get(account, `/xrpc/app.bsky.actor.getProfile?actor=${actor}`, headers);
    expect((await profile(account.accountId)).body).toMatchObject({
      did: account.accountId,
      followersCount: expect.any(Number),
    });
    expect((await profile('nobody.test')).status).toBe(400);
  });
});
