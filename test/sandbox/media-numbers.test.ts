/** What the stand-ins of the media platforms count, and which questions about it they refuse. */
import type { Sandbox, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { type MediaFiles, openMediaFiles } from '../platforms/media-files.js';
import { graphClient, once, refusal, tokenWith } from './graph-support.js';
import { type Answer, call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

let files: MediaFiles;
beforeAll(async () => {
  files = await openMediaFiles();
});
afterAll(() => files.close());

let box: Sandbox;
beforeEach(async () => {
  box = await sandbox();
});

const NUMBERS = { impressions: 50, reach: 40, views: 60, reactions: 8, comments: 3, shares: 2, clicks: 5, saves: 1 };
const choose = ({ platform, accountId }: SandboxAccount, postedId?: string, values: object = NUMBERS) =>
  box.setNumbers({ platform, accountId, postedId, values });

/** The values of insights by their names. */
const insightsOf = ({ body }: Answer) =>
  Object.fromEntries(
    body.data.map(({ name, values }: { name: string; values: [{ value: unknown }] }) => [name, values[0].value]),
  );

/** Puts a post of an account into the sandbox, as its platform would have made it. */
const posted = (platform: SandboxPlatform, account: SandboxAccount) =>
  box.addPastPost({ platform, accountId: account.accountId, text: 'x', publishedAt: new Date() }).post.postedId;

describe('photogram', () => {
  const FEED = 'views,reach,shares,total_interactions,likes,comments,saved';
  let account: SandboxAccount;
  let graph: ReturnType<typeof graphClient>;
  beforeEach(() => {
    account = demo(box, 'photogram');
    graph = graphClient(account, 'v25.0');
  });
  const insights = (id: string, metric: string, token?: string) => graph.get(`/${id}/insights`, { metric }, token);
  const publish = async (fields: Record<string, string>) => {
    const { id } = (await graph.post(`/${account.accountId}/media`, fields)).body;
    const status = async () => (await graph.get(`/${id}`, { fields: 'status_code' })).body.status_code;
    await once(status, 'IN_PROGRESS');
    return (await graph.post(`/${account.accountId}/media_publish`, { creation_id: id })).body.id as string;
  };

  test('counts a medium in the form of insights', async () => {
    const id = posted('photogram', account);
    choose(account, id);
    const read = await insights(id, 'views,total_interactions');
    expect(read.body.data[0]).toEqual({
      ...{ name: 'views', period: 'lifetime', values: [{ value: 60 }] },
      ...{ title: 'views', description: expect.any(String), id: `${id}/insights/views/lifetime` },
    });
    expect(insightsOf(read)).toEqual({ views: 60, total_interactions: 14 });
  });

  test('has the metrics of each kind, and refuses those of another, retired ones and none', async () => {
    const id = posted('photogram', account);
    expect((await insights(id, FEED)).status).toBe(200);
    for (const metric of ['impressions', 'plays', 'ig_reels_video_view_total_time', 'replies', 'likes,likess']) {
      expect(await insights(id, metric)).toMatchObject(refusal(100));
    }
    expect(await insights(id, '')).toMatchObject(refusal(3001, 1504028));
    const { url } = await files.image();
    const story = await publish({ media_type: 'STORIES', image_url: url });
    expect((await graph.get(`/${story}`, { fields: 'media_product_type' })).body.media_product_type).toBe('STORY');
    choose(account, story);
    expect(insightsOf(await insights(story, 'replies,reach'))).toEqual({ replies: 3, reach: 40 });
    expect(await insights(story, 'likes')).toMatchObject(refusal(100));
    choose(account, story, { reach: 4 });
    expect(await insights(story, 'reach')).toMatchObject(refusal(10));
    const reel = await publish({ media_type: 'REELS', video_url: (await files.video()).url });
    choose(account, reel, { ...NUMBERS, watchSeconds: 90 });
    const watched = 'ig_reels_avg_watch_time,ig_reels_video_view_total_time';
    expect(Object.values(insightsOf(await insights(reel, watched)))).toEqual([1500, 90_000]);
  });

  test('leaves out what it has no data of', async () => {
    const id = posted('photogram', account);
    choose(account, id, { ...NUMBERS, views: null });
    expect(insightsOf(await insights(id, 'views,reach'))).toEqual({ reach: 40 });
  });

  test('counts nobody’s media but the account’s, with the scope for it', async () => {
    const id = posted('photogram', account);
    const other = box.createAccount('photogram');
    expect(await graphClient(other, 'v25.0').get(`/${id}/insights`, { metric: 'views' })).toMatchObject(
      refusal(100, 33),
    );
    expect(await insights('17', 'views')).toMatchObject(refusal(100, 33));
    const basic = await tokenWith(box, account, ['instagram_business_basic']);
    expect(await insights(id, 'views', basic)).toMatchObject(refusal(10));
    choose(account, undefined, { followers: 12, posts: 34 });
    const { body } = await graph.get('/me', { fields: 'followers_count,media_count' }, basic);
    expect(body).toMatchObject({ followers_count: 12, media_count: 34 });
  });
});

describe('socialpage', () => {
  const LOGIN = { authorize: '/v25.0/dialog/oauth', token: '/v25.0/oauth/access_token', method: 'GET' };
  let account: SandboxAccount;
  let graph: ReturnType<typeof graphClient>;
  beforeEach(() => {
    account = demo(box, 'socialpage');
    graph = graphClient(account, 'v25.0');
  });
  const insights = (id: string, metric: string, token?: string) => graph.get(`/${id}/insights`, { metric }, token);

  test('counts a post; a breakdown has no zeros', async () => {
    const id = posted('socialpage', account);
    choose(account, id, { ...NUMBERS, comments: 0 });
    const names = 'post_media_view,post_clicks,post_reactions_by_type_total,post_activity_by_action_type';
    expect(insightsOf(await insights(id, names))).toEqual({
      ...{ post_media_view: 60, post_clicks: 5, post_reactions_by_type_total: { like: 6, love: 2 } },
      post_activity_by_action_type: { like: 8, share: 2 },
    });
  });

  test('refuses retired metrics, the edge of a video, another page’s post and a token that is no page’s', async () => {
    const id = posted('socialpage', account);
    for (const metric of ['post_impressions', 'post_impressions_unique', 'post_engaged_users', 'post_clicks,x']) {
      expect(await insights(id, metric)).toMatchObject(refusal(100));
    }
    expect(await insights(id, '')).toMatchObject(refusal(3001, 1504028));
    expect(await graph.get(`/${id}/video_insights`)).toMatchObject(refusal(100));
    const other = graphClient(box.createAccount('socialpage'), 'v25.0');
    expect(await other.get(`/${id}/insights`, { metric: 'post_clicks' })).toMatchObject(refusal(100, 33));
    const person = await tokenWith(box, account, ['pages_show_list', 'pages_read_engagement', 'read_insights'], LOGIN);
    expect(await insights(id, 'post_clicks', person)).toMatchObject(refusal(210));
  });

  test('returns no data, and no error, without read_insights', async () => {
    const id = posted('socialpage', account);
    const person = await tokenWith(box, account, ['pages_show_list', 'pages_read_engagement'], LOGIN);
    const { body } = await graph.get('/me/accounts', { fields: 'access_token,followers_count' }, person);
    expect(await insights(id, 'post_clicks', body.data[0].access_token)).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });

  test('refuses the reach of a page with few followers', async () => {
    const id = posted('socialpage', account);
    choose(account, undefined, { followers: 99 });
    expect(await insights(id, 'post_clicks,post_total_media_view_unique')).toMatchObject(refusal(200));
    choose(account, undefined, { followers: 100 });
    expect((await insights(id, 'post_clicks,post_total_media_view_unique')).status).toBe(200);
    const { body } = await graph.get(`/${account.accountId}`, { fields: 'followers_count,fan_count' });
    expect(body).toMatchObject({ followers_count: 100, fan_count: 100 });
  });
});

describe('videohub', () => {
  const get = (path: string, account = demo(box, 'videohub')) =>
    call(account.baseUrl + path, { headers: { authorization: `Bearer ${account.credentials.accessToken}` } });

  test('refuses more than 50 ids, and lists no video that there is not', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `video${String(index).padStart(6, '0')}`);
    const path = '/youtube/v3/videos?part=statistics&id=';
    expect(await get(path + ids.slice(0, 50).join(','))).toMatchObject({ status: 200, body: { items: [] } });
    expect(await get(path + ids.join(','))).toMatchObject({ status: 400, body: { error: { code: 400 } } });
  });

  test('counts the channel in texts', async () => {
    const account = demo(box, 'videohub');
    choose(account, undefined, { followers: 12, posts: 3 });
    const read = async () => (await get('/youtube/v3/channels?part=statistics&mine=true')).body.items[0].statistics;
    const counted = { viewCount: '0', subscriberCount: '12', hiddenSubscriberCount: false, videoCount: '3' };
    expect(await read()).toEqual(counted);
    choose(account, undefined, { followers: null, posts: 3 });
    expect(await read()).toEqual({ ...counted, subscriberCount: '0', hiddenSubscriberCount: true });
  });
});

describe('shortvideo', () => {
  const headers = (account: SandboxAccount) => ({ authorization: `Bearer ${account.credentials.accessToken}` });
  const query = (json: object, fields = 'id,view_count') => {
    const account = demo(box, 'shortvideo');
    return call(`${account.baseUrl}/v2/video/query/?fields=${fields}`, { json, headers: headers(account) });
  };
  const refused = { status: 400, body: { error: { code: expect.stringMatching(/^invalid_param/) } } };
  const filters = (...video_ids: unknown[]) => ({ filters: { video_ids } });

  test('lists no video that there is not; refuses more than 20 ids, none, other fields and other filters', async () => {
    const ids = Array.from({ length: 21 }, (_, index) => String(7_000_000_000_000_000 + index));
    expect(await query(filters(...ids.slice(1)))).toMatchObject({ status: 200, body: { data: { videos: [] } } });
    for (const body of [
      filters(...ids),
      filters(),
      filters('v_pub_file~1'),
      filters(7),
      {},
      { ...filters('7'), x: 1 },
    ]) {
      expect(await query(body)).toMatchObject(refused);
    }
    for (const fields of ['', 'id,fps', 'save_count']) expect(await query(filters('7'), fields)).toMatchObject(refused);
  });

  test('counts a user with the scope for it', async () => {
    const account = demo(box, 'shortvideo');
    choose(account, undefined, { followers: 12, posts: 3 });
    const path = '/v2/user/info/?fields=follower_count,video_count,likes_count';
    const { body } = await call(account.baseUrl + path, { headers: headers(account) });
    expect(body.data.user).toEqual({ follower_count: 12, video_count: 3, likes_count: 0 });
  });
});

describe('pinboard', () => {
  const get = (path: string, account = demo(box, 'pinboard')) =>
    call(account.baseUrl + path, { headers: { authorization: `Bearer ${account.credentials.accessToken}` } });
  const pin = async (account: SandboxAccount): Promise<string> => {
    const json = {
      board_id: account.accountId,
      media_source: { source_type: 'image_url', url: (await files.image()).url },
    };
    const init = { json, headers: { authorization: `Bearer ${account.credentials.accessToken}` } };
    return (await call(`${account.baseUrl}/v5/pins`, init)).body.id;
  };

  test('counts a pin if it is asked to, its comments and reactions since it was created alone', async () => {
    const account = demo(box, 'pinboard');
    const id = await pin(account);
    choose(account, id);
    expect((await get(`/v5/pins/${id}`)).body).not.toHaveProperty('pin_metrics');
    const counts = { impression: 50, pin_click: 5, clickthrough: 2, save: 1 };
    expect((await get(`/v5/pins/${id}?pin_metrics=true`)).body).toMatchObject({
      id,
      pin_metrics: { '90d': counts, lifetime_metrics: { ...counts, reaction: 8, comment: 3 } },
    });
    for (const query of ['pin_metrics=yes', 'metrics=true']) {
      expect(await get(`/v5/pins/${id}?${query}`)).toMatchObject({ status: 400, body: { code: 1 } });
    }
    const other = box.createAccount('pinboard');
    expect(await get(`/v5/pins/${id}?pin_metrics=true`, other)).toMatchObject({ status: 404, body: { code: 50 } });
  });

  test('counts a board of the token, and no other', async () => {
    const account = demo(box, 'pinboard');
    choose(account, undefined, { followers: 12, posts: 3 });
    const board = { id: account.accountId, follower_count: 12, pin_count: 3 };
    expect(await get(`/v5/boards/${account.accountId}`)).toMatchObject({ status: 200, body: board });
    const other = box.createAccount('pinboard');
    expect(await get(`/v5/boards/${other.accountId}`)).toMatchObject({ status: 403, body: { code: 29 } });
    expect(await get('/v5/boards/7')).toMatchObject({ status: 404, body: { code: 40 } });
  });
});
