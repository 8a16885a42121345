/** Numbers of the kinds of posts that metrics.test.ts does not publish, and what platforms answer without numbers. */
import type { Account } from '../../src/platforms/port/account.js';
import type { MeasuredPost } from '../../src/platforms/port/metrics.js';
import type { PlatformKey } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { contentsOf } from './contents.js';
import { drive } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { NUMBERS } from './metrics-rows.js';
import { clock, openAccount, openWorld, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => {
  world.box.clearFaults();
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const HOUR_MS = 3_600_000;

const find = (key: PlatformKey) => {
  const platform = platforms.get(key);
  if (!platform?.metrics) throw new Error(key);
  return { platform, metrics: platform.metrics };
};

/** Publishes a post of this kind, by its name in contents.ts. */
async function publish(key: PlatformKey, account: Account, kind: string, settings = {}): Promise<string> {
  const { platform } = find(key);
  const content = contentsOf(platform).find(({ name }) => name === kind);
  if (!content) throw new Error(`${key} has no ${kind}`);
  const part = await content.make(files);
  const made = { ...part, settings: { ...part.settings, ...settings } };
  const { step } = await drive(() => platform.publisher(world.http, setupOf(world, platform), clock), made, account);
  if (step.kind !== 'published') throw new Error(JSON.stringify(step));
  return step.postedId;
}

const read = (key: PlatformKey, account: Account, postedId: string) => {
  const { platform, metrics } = find(key);
  return metrics.open(world.http, setupOf(world, platform)).ofPosts(account, [{ postedId, furtherIds: [] }]);
};

async function measure(key: PlatformKey, account: Account, postedId: string): Promise<MeasuredPost | undefined> {
  const result = await read(key, account, postedId);
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.failure));
  return result.value[0];
}

const choose = (platform: PlatformKey, { accountId }: Account, postedId: string, values: object = NUMBERS) =>
  world.box.setNumbers({ platform, accountId, postedId, values });

const open = (key: PlatformKey) => openAccount(world, find(key).platform);

const sent = () => world.box.requests().length;

describe('photogram', () => {
  test.each(['an image', '4 images'])('%s has no watch time', async (kind) => {
    const account = await open('photogram');
    const postedId = await publish('photogram', account, kind);
    choose('photogram', account, postedId);
    expect(await measure('photogram', account, postedId)).toMatchObject({
      values: { views: 800, reach: 900, reactions: 80, comments: 12, shares: 9, saves: 7 },
      own: { total_interactions: 108 },
    });
    expect(await measure('photogram', account, postedId)).not.toHaveProperty('values.watchSeconds');
  });

  test('a story has replies, and no likes', async () => {
    const account = await open('photogram');
    const postedId = await publish('photogram', account, 'an image', { videoType: 'STORIES' });
    choose('photogram', account, postedId);
    expect(await measure('photogram', account, postedId)).toEqual({
      postedId,
      kind: 'measured',
      values: { views: 800, reach: 900, comments: 12, shares: 9 },
      own: { views: 800, reach: 900, replies: 12, shares: 9, total_interactions: 101 },
    });
  });

  test('a story that few people have seen has no numbers, which is no missing permission', async () => {
    const account = await open('photogram');
    const postedId = await publish('photogram', account, 'an image', { videoType: 'STORIES' });
    choose('photogram', account, postedId, { ...NUMBERS, reach: 4 });
    expect(await measure('photogram', account, postedId)).toEqual({ postedId, kind: 'measured', values: {}, own: {} });
    choose('photogram', account, postedId, { ...NUMBERS, reach: 5 });
    expect(await measure('photogram', account, postedId)).toMatchObject({ values: { reach: 5 } });
  });

  test('a story of the day before is gone', async () => {
    const account = await open('photogram');
    const postedId = await publish('photogram', account, 'an image', { videoType: 'STORIES' });
    const answerAged = (hours: number) => {
      const timestamp = new Date(Date.now() - hours * HOUR_MS).toISOString().replace(/\.\d+Z$/, '+0000');
      const body = { id: postedId, media_product_type: 'STORY', timestamp, data: [] };
      world.box.setFault({
        platform: 'photogram',
        kind: 'answer',
        path: postedId,
        times: 0,
        answer: { status: 200, body },
      });
    };
    answerAged(24.1);
    const before = sent();
    expect(await measure('photogram', account, postedId)).toEqual({ postedId, kind: 'gone' });
    expect(sent() - before).toBe(1);
    answerAged(23.9);
    expect(await measure('photogram', account, postedId)).toEqual({ postedId, kind: 'notGiven' });
  });

  test('media from before the account was a professional one has no numbers', async () => {
    const account = await open('photogram');
    const postedId = await publish('photogram', account, 'an image');
    const error = { message: 'The media was posted before the conversion', type: 'OAuthException', code: 100 };
    const answer = { status: 400, body: { error: { ...error, error_subcode: 2108006, fbtrace_id: 'AbCdEf' } } };
    world.box.setFault({ platform: 'photogram', kind: 'answer', path: '/insights', answer });
    expect(await measure('photogram', account, postedId)).toEqual({ postedId, kind: 'measured', values: {}, own: {} });
  });

  test('another account’s media is gone', async () => {
    const [owner, other] = [await open('photogram'), await open('photogram')];
    const postedId = await publish('photogram', owner, 'an image');
    expect(await measure('photogram', other, postedId)).toEqual({ postedId, kind: 'gone' });
  });
});

describe('socialpage', () => {
  test('a video has plays and watch time, and no clicks', async () => {
    const account = await open('socialpage');
    const postedId = await publish('socialpage', account, 'a video');
    choose('socialpage', account, postedId);
    const before = sent();
    expect(await measure('socialpage', account, postedId)).toEqual({
      postedId,
      kind: 'measured',
      values: { views: 800, reach: 900, reactions: 80, comments: 12, shares: 9, watchSeconds: 4000 },
      own: {
        ...{ fb_reels_total_plays: 800, post_impressions_unique: 900, post_video_view_time: 4_000_000 },
        ...{ post_video_likes_by_reaction_type: 80, 'post_video_likes_by_reaction_type.REACTION_LIKE': 80 },
        ...{ post_video_social_actions: 21, 'post_video_social_actions.COMMENT': 12 },
        'post_video_social_actions.SHARE': 9,
      },
    });
    expect(sent() - before).toBe(1);
  });

  test('an older video has other metrics', async () => {
    const account = await open('socialpage');
    const postedId = await publish('socialpage', account, 'a video');
    const data = [
      { name: 'total_video_views', period: 'lifetime', values: [{ value: 89 }] },
      { name: 'total_video_view_total_time', period: 'lifetime', values: [{ value: 61_499 }] },
      { name: 'total_video_reactions_by_type_total', period: 'lifetime', values: [{ value: { like: 3, love: 1 } }] },
      { name: 'total_video_stories_by_action_type', period: 'lifetime', values: [{ value: { like: 4, share: 2 } }] },
      { name: 'total_video_retention_graph', period: 'lifetime', values: [{ value: { 0: 1, 1: 0.5 } }] },
    ];
    const answer = { status: 200, body: { data } };
    world.box.setFault({ platform: 'socialpage', kind: 'answer', path: '/video_insights', answer });
    expect(await measure('socialpage', account, postedId)).toEqual({
      postedId,
      kind: 'measured',
      values: { views: 89, watchSeconds: 61, reactions: 4, comments: 0, shares: 2 },
      own: {
        ...{ total_video_views: 89, total_video_view_total_time: 61_499, total_video_reactions_by_type_total: 4 },
        ...{ 'total_video_reactions_by_type_total.like': 3, 'total_video_reactions_by_type_total.love': 1 },
        ...{ total_video_stories_by_action_type: 6, 'total_video_stories_by_action_type.like': 4 },
        ...{ 'total_video_stories_by_action_type.share': 2, 'total_video_stories_by_action_type.comment': 0 },
      },
    });
  });

  test('a page with few followers is measured without reach', async () => {
    const account = await open('socialpage');
    const postedId = await publish('socialpage', account, 'a text');
    choose('socialpage', account, postedId);
    world.box.setNumbers({ platform: 'socialpage', accountId: account.accountId, values: { followers: 99 } });
    const before = sent();
    expect(await measure('socialpage', account, postedId)).toMatchObject({
      kind: 'measured',
      values: { views: 800, reactions: 80, comments: 12, shares: 9, clicks: 30 },
    });
    expect(sent() - before).toBe(2);
    expect(await measure('socialpage', account, postedId)).not.toHaveProperty('values.reach');
  });

  test('parts of a breakdown that are left out are 0; an empty list of insights is no reading', async () => {
    const account = await open('socialpage');
    const postedId = await publish('socialpage', account, 'a text');
    choose('socialpage', account, postedId, { ...NUMBERS, reactions: 0, comments: 0, shares: 0 });
    expect(await measure('socialpage', account, postedId)).toMatchObject({
      values: { reactions: 0, comments: 0, shares: 0, clicks: 30 },
    });
    const answer = { status: 200, body: { data: [] } };
    world.box.setFault({ platform: 'socialpage', kind: 'answer', path: '/insights', answer });
    expect(await measure('socialpage', account, postedId)).toEqual({ postedId, kind: 'notGiven' });
  });
});

describe('videohub', () => {
  test('what the owner hides is absent: likes and comments of a video, subscribers of the channel', async () => {
    const account = await open('videohub');
    const postedId = await publish('videohub', account, 'a video');
    choose('videohub', account, postedId, { ...NUMBERS, reactions: null, comments: null });
    const { accountId } = account;
    world.box.setNumbers({ platform: 'videohub', accountId, values: { followers: null, posts: 3 } });
    expect(await measure('videohub', account, postedId)).toMatchObject({ values: { views: 800 } });
    const { platform, metrics } = find('videohub');
    const counted = await metrics.open(world.http, setupOf(world, platform)).ofAccount(account);
    expect(counted).toEqual({ kind: 'ok', value: { values: { posts: 3 }, own: { videoCount: 3, viewCount: 800 } } });
  });

  test('a token of another channel is to be connected again', async () => {
    const { platform, metrics } = find('videohub');
    const account = { ...(await open('videohub')), accountId: 'UCanother' };
    const counted = await metrics.open(world.http, setupOf(world, platform)).ofAccount(account);
    expect(counted).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED' } });
  });

  test('a daily quota that is used up is a rate limit until the day ends', async () => {
    const account = await open('videohub');
    const error = { code: 403, message: 'Quota', errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] };
    const answer = { status: 403, body: { error } };
    world.box.setFault({ platform: 'videohub', kind: 'answer', path: '/youtube/v3/videos', answer });
    const before = Date.now();
    const result = await read('videohub', account, 'aaaaaaaaaaa');
    if (result.kind === 'ok') throw new Error('it was not refused');
    const { code, retryAt } = result.failure;
    expect(code).toBe('RATE_LIMITED');
    expect(retryAt?.getTime()).toBeGreaterThan(before);
    expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
  });
});

test('shortvideo: a post that is not public has no numbers, and is not requested', async () => {
  const account = await open('shortvideo');
  const postedId = await publish('shortvideo', account, 'a video', { viewerSetting: 'SELF_ONLY' });
  expect(postedId).toMatch(/^v_pub/);
  const before = sent();
  expect(await measure('shortvideo', account, postedId)).toEqual({ postedId, kind: 'measured', values: {}, own: {} });
  expect(sent()).toBe(before);
});

describe('pinboard', () => {
  test('an image has no views', async () => {
    const account = await open('pinboard');
    const postedId = await publish('pinboard', account, 'an image');
    choose('pinboard', account, postedId);
    expect(await measure('pinboard', account, postedId)).toEqual({
      postedId,
      kind: 'measured',
      values: { impressions: 1200, reactions: 80, comments: 12, clicks: 30, saves: 7 },
      own: { impression: 1200, pin_click: 30, clickthrough: 15, save: 7, reaction: 80, comment: 12 },
    });
  });

  test.each([null, undefined, { '90d': { impression: 3 } }, { lifetime_metrics: null }])(
    'a pin without lifetime numbers was not read (%j)',
    async (pin_metrics) => {
      const account = await open('pinboard');
      const answer = { status: 200, body: { id: '1', pin_metrics } };
      world.box.setFault({ platform: 'pinboard', kind: 'answer', path: '/v5/pins/', answer });
      const postedId = await publish('pinboard', account, 'an image');
      expect(await measure('pinboard', account, postedId)).toEqual({ postedId, kind: 'notGiven' });
    },
  );
});
