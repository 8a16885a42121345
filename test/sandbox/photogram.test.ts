import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import { type MediaFiles, mediaOf, openMediaFiles } from '../platforms/media-files.js';
import { graphClient, once, refusal, tokenWith } from './graph-support.js';
import { call, closeSandboxes, demo, holdWork, releaseWork, sandbox } from './support.js';

afterEach(closeSandboxes);

const BASIC = 'instagram_business_basic';
const PUBLISH = 'instagram_business_content_publish';

let files: MediaFiles;
let image: PartMedia;
let video: PartMedia;
beforeAll(async () => {
  files = await openMediaFiles();
  [image, video] = await Promise.all([files.image(), files.video()]);
});
afterAll(() => files.close());

let box: Sandbox;
let account: SandboxAccount;
let graph: ReturnType<typeof graphClient>;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'photogram');
  graph = graphClient(account, 'v25.0');
});
afterEach(() => void jest.restoreAllMocks());

type Fields = Record<string, string>;
const at = ({ url }: PartMedia): string => url;
const create = (fields: Fields, token?: string) => graph.post(`/${account.accountId}/media`, fields, token);
const made = async (fields: Fields): Promise<string> => (await create(fields)).body.id;
const publish = (creation_id: string) => graph.post(`/${account.accountId}/media_publish`, { creation_id });
const statusOf = async (id: string): Promise<string> =>
  (await graph.get(`/${id}`, { fields: 'status_code' })).body.status_code;
const processed = (id: string): Promise<string> => once(() => statusOf(id), 'IN_PROGRESS');
const reel = () => made({ media_type: 'REELS', video_url: at(video) });
const photo = (more: Fields = {}) => made({ image_url: at(image), ...more });

describe('a post', () => {
  test('is a container until it is published, with the file that was fetched', async () => {
    const container = await photo({ caption: 'Noise', alt_text: 'Dots' });
    expect(container).toMatch(/^\d{17}$/);
    expect(await statusOf(container)).toBe('FINISHED');
    expect(box.posts()).toEqual([]);
    const { status, body } = await publish(container);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.stringMatching(/^\d{17}$/) } });
    expect(body.id).not.toBe(container);
    expect(box.posts()).toMatchObject([{ postedId: body.id, text: 'Noise', media: [await mediaOf(image)] }]);
    const fields = 'id,caption,alt_text,media_type,media_product_type,permalink,timestamp';
    const shown = (await graph.get(`/${body.id}`, { fields })).body;
    expect(shown).toEqual({
      ...{ id: body.id, caption: 'Noise', alt_text: 'Dots', media_type: 'IMAGE', media_product_type: 'FEED' },
      permalink: box.posts()[0]?.url,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
    });
    expect((await call(shown.permalink, { redirect: 'manual' })).headers.get('location')).toBe(`/?post=${body.id}`);
  });

  test('is published once', async () => {
    const container = await photo();
    expect((await publish(container)).status).toBe(200);
    expect(await statusOf(container)).toBe('PUBLISHED');
    expect(await publish(container)).toMatchObject(refusal(24, 2207008));
    expect(box.posts()).toHaveLength(1);
  });

  test('of a video cannot be published before the platform is done with it', async () => {
    holdWork();
    const container = await reel();
    expect(await statusOf(container)).toBe('IN_PROGRESS');
    expect(await publish(container)).toMatchObject(refusal(9007, 2207027));
    releaseWork();
    expect(await processed(container)).toBe('FINISHED');
    expect((await publish(container)).status).toBe(200);
    expect(box.posts()).toMatchObject([{ media: [await mediaOf(video)], record: { media_product_type: 'REELS' } }]);
  });

  test('cannot be published a day after its container was made', async () => {
    const container = await photo();
    const later = Date.now() + 24 * 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await statusOf(container)).toBe('EXPIRED');
    expect(await publish(container)).toMatchObject(refusal(24, 2207008));
    expect(box.posts()).toEqual([]);
  });

  test('is no other account’s to publish, nor to ask about', async () => {
    const container = await photo();
    const otherAccount = box.createAccount('photogram');
    const theirs = graphClient(otherAccount, 'v25.0');
    const requested = await theirs.post(`/${otherAccount.accountId}/media_publish`, { creation_id: container });
    expect(requested).toMatchObject(refusal(100, 33));
    expect(await theirs.get(`/${container}`)).toMatchObject(refusal(100, 33));
    expect(await theirs.post(`/${account.accountId}/media`, { image_url: at(image) })).toMatchObject(refusal(100, 33));
  });

  test('that is a story is listed among the stories, and nothing else is', async () => {
    const ids: string[] = [];
    for (const media_type of ['IMAGE', 'STORIES', 'IMAGE'])
      ids.push((await publish(await photo({ media_type }))).body.id);
    const [first, story, last] = ids.map((id) => ({ id }));
    const listed = async (edge: string) =>
      (await graph.get(`/${account.accountId}/${edge}`, { fields: 'id' })).body.data;
    expect(await listed('stories')).toEqual([story]);
    expect(await listed('media')).toEqual([last, first]);
  });
});

describe('a carousel', () => {
  const item = () => photo({ is_carousel_item: 'true' });
  const carousel = (children: string[]) =>
    create({ media_type: 'CAROUSEL', children: children.join(','), caption: 'Two' });

  test('holds its items in their order', async () => {
    const clip = await made({ is_carousel_item: 'true', media_type: 'VIDEO', video_url: at(video) });
    const children = [clip, await item()];
    expect(await carousel(children)).toMatchObject(refusal(9007, 2207027));
    expect(await processed(clip)).toBe('FINISHED');
    const { body } = await publish((await carousel(children)).body.id);
    expect(box.posts()).toMatchObject([
      { postedId: body.id, text: 'Two', media: [await mediaOf(video), await mediaOf(image)] },
    ]);
  });

  test('has 2 to 10 of them', async () => {
    const one = await item();
    for (const children of [[], [one], Array.from({ length: 11 }, () => one)]) {
      expect(await carousel(children)).toMatchObject(refusal(100, 2207028));
    }
  });

  test('takes items alone, and an item is no post', async () => {
    const [one, single] = [await item(), await photo()];
    for (const other of [single, '17', 'x']) expect(await carousel([one, other])).toMatchObject(refusal(100));
    expect(await publish(one)).toMatchObject(refusal(24, 2207008));
    expect(box.posts()).toEqual([]);
  });
});

describe('a container is refused', () => {
  test.each<[string, () => Fields, number?, number?]>([
    ['with an unknown parameter', () => ({ image_url: at(image), text: 'x' })],
    ['with what the sandbox does not do', () => ({ image_url: at(image), collaborators: '["a"]' })],
    ['of another kind', () => ({ media_type: 'TEXT', image_url: at(image) })],
    ['without a file', () => ({ caption: 'Words' })],
    ['with two files', () => ({ image_url: at(image), video_url: at(video) })],
    ['with an address that is none', () => ({ image_url: 'picture.jpg' })],
    ['with a video that is no reel', () => ({ media_type: 'VIDEO', video_url: at(video) })],
    ['with a video that has no kind', () => ({ video_url: at(video) })],
    ['with an image as a reel', () => ({ media_type: 'REELS', image_url: at(image) })],
    ['with a reel as an item', () => ({ media_type: 'REELS', video_url: at(video), is_carousel_item: 'true' })],
    ['with a video item that does not say so', () => ({ video_url: at(video), is_carousel_item: 'true' })],
    ['with a caption of a story', () => ({ media_type: 'STORIES', image_url: at(image), caption: 'x' })],
    ['with a caption of an item', () => ({ image_url: at(image), is_carousel_item: 'true', caption: 'x' })],
    ['with a file of a carousel', () => ({ media_type: 'CAROUSEL', children: '1,2', image_url: at(image) })],
    ['with a cover of a photo', () => ({ image_url: at(image), thumb_offset: '1' })],
    ['with a cover that is no time', () => ({ media_type: 'REELS', video_url: at(video), thumb_offset: '1.5' })],
    ['with a flag that is none', () => ({ image_url: at(image), is_carousel_item: 'yes' })],
    ['with words for a reel', () => ({ media_type: 'REELS', video_url: at(video), alt_text: 'x' })],
    ['with too many words for an image', () => ({ image_url: at(image), alt_text: 'x'.repeat(1001) })],
    ['with a caption that is too long', () => ({ image_url: at(image), caption: 'x'.repeat(2201) }), 36_004, 2207010],
  ])('%s', async (_what, fields, code = 100, subcode) => {
    expect(await create(fields())).toMatchObject(refusal(code, subcode));
  });

  test.each<[string, () => Promise<PartMedia>, number, number]>([
    ['is not there', async () => ({ ...image, url: 'http://127.0.0.1:1/gone.jpg' }), 9004, 2207052],
    [
      'is no image',
      () => files.file('<html>', { kind: 'image', mimeType: 'image/jpeg', name: 'a.jpg' }),
      9004,
      2207052,
    ],
    ['is a video', () => files.video(), 9004, 2207052],
    ['is a PNG', () => files.image('png'), 36_001, 2207005],
    ['is larger than 8 MB', async () => files.padded(await files.image(), 8 * 1024 * 1024 + 1), 36_000, 2207004],
    ['is too high', () => files.image('jpeg', 30, 40), 36_003, 2207009],
    ['is too wide', () => files.image('jpeg', 40, 20), 36_003, 2207009],
  ])('with an image that %s', async (_what, make, code, subcode) => {
    expect(await create({ image_url: at(await make()) })).toMatchObject(refusal(code, subcode));
  });

  test('the sides of a story may be any, those of an item not', async () => {
    const high = at(await files.image('jpeg', 10, 40));
    expect((await create({ media_type: 'STORIES', image_url: high })).status).toBe(200);
    const item = await create({ is_carousel_item: 'true', image_url: high });
    expect(item).toMatchObject(refusal(36_003, 2207009));
  });

  test('a story has one file', async () => {
    const [image_url, video_url] = [at(image), at(video)];
    expect(await create({ media_type: 'STORIES', image_url, video_url })).toMatchObject(refusal(100));
    expect(await create({ media_type: 'STORIES', is_carousel_item: 'true', image_url })).toMatchObject(refusal(100));
    const children = [
      await made({ is_carousel_item: 'true', image_url }),
      await made({ is_carousel_item: 'true', image_url }),
    ];
    expect(await create({ media_type: 'STORIES', children: children.join(',') })).toMatchObject(refusal(100));
  });

  test('with a video that cannot be shown only later: no request waits for it', async () => {
    const broken = await files.file('no video', { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const container = await made({ media_type: 'REELS', video_url: at(broken) });
    expect(await processed(container)).toBe('ERROR');
    expect((await graph.get(`/${container}`, { fields: 'status' })).body.status).toContain('2207026');
    expect(await publish(container)).toMatchObject(refusal(24, 2207008));
  });
});

describe('a token', () => {
  test('that is missing or unknown is rejected', async () => {
    const url = `${account.baseUrl}/v25.0/me`;
    expect(await call(url)).toMatchObject(refusal(2500));
    expect(await call(`${url}?access_token=none`)).toMatchObject(refusal(190));
    expect(await call(`${url}?access_token=${account.credentials.accessToken}`)).toMatchObject({ status: 200 });
  });

  test('does what its scopes allow', async () => {
    const reading = await tokenWith(box, account, [BASIC]);
    expect(await create({ image_url: at(image) }, reading)).toMatchObject(refusal(10));
    const { accountId, username, displayName: name } = account;
    const me = await graph.get('/me', { fields: 'user_id,username,name' }, reading);
    expect(me.body).toEqual({ id: expect.any(String), user_id: accountId, username, name });
    expect(await create({ image_url: at(image) }, await tokenWith(box, account, [BASIC, PUBLISH]))).toMatchObject({
      status: 200,
    });
  });

  test('that has expired is rejected', async () => {
    const token = await tokenWith(box, account, [BASIC, PUBLISH]);
    box.expireTokens('photogram', account.accountId);
    expect(await create({ image_url: at(image) }, token)).toMatchObject(refusal(190, 463));
  });
});

test('what is published is listed in pages, the latest first', async () => {
  for (const caption of ['one', 'two', 'three']) await publish(await photo({ caption }));
  const list = (query: Fields) => graph.get(`/${account.accountId}/media`, { fields: 'caption', ...query });
  const first = (await list({ limit: '2' })).body;
  expect(first.data).toMatchObject([{ caption: 'three' }, { caption: 'two' }]);
  const token = `access_token=${account.credentials.accessToken}`;
  for (const last of [
    await list({ limit: '2', after: first.paging.cursors.after }),
    await call(`${first.paging.next}&${token}`),
  ]) {
    expect(last.body).toMatchObject({ data: [{ caption: 'one' }], paging: { cursors: {} } });
    expect(last.body.paging.next).toBeUndefined();
  }
  for (const query of [{ limit: '101' }, { after: 'x' }, { fields: 'likes' }, { since: '0' }] as Fields[]) {
    expect(await list(query)).toMatchObject(refusal(100));
  }
});

test('a version that there is not, or a path, is unknown', async () => {
  expect(await graphClient(account, 'v1').get('/me')).toMatchObject(refusal(2500));
  expect(await graph.post(`/${account.accountId}/posts`, {})).toMatchObject(refusal(2500));
  expect(await graph.get('/17')).toMatchObject(refusal(100, 33));
  expect(await graph.post(`/${account.accountId}/media_publish`, {})).toMatchObject(refusal(100));
});

test.each([
  ['auth_expired', refusal(190, 463)],
  ['rate_limited', refusal(80_002)],
  ['server_error', refusal(2, undefined, 500)],
  ['rejected', refusal(100)],
] as const)('%s meets the publication alone, with the platform’s error', async (kind, expected) => {
  box.setFault({ platform: 'photogram', kind, resetSeconds: 90 });
  const container = await photo();
  const answer = await publish(container);
  expect(answer).toMatchObject(expected);
  const usage = answer.headers.get('x-business-use-case-usage');
  expect(usage && JSON.parse(usage)['1'][0].estimated_time_to_regain_access).toBe(kind === 'rate_limited' ? 2 : null);
  expect((await publish(container)).status).toBe(200);
});
