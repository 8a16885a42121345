import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import { type MediaFiles, mediaOf, openMediaFiles } from '../platforms/media-files.js';
import { graphClient, once, refusal, tokenWith } from './graph-support.js';
import { call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

const BASIC = 'threads_basic';
const PUBLISH = 'threads_content_publish';

let files: MediaFiles;
let image: PartMedia;
let video: PartMedia;
beforeAll(async () => {
  files = await openMediaFiles();
  [image, video] = await Promise.all([files.image('png'), files.video()]);
});
afterAll(() => files.close());

let box: Sandbox;
let account: SandboxAccount;
let graph: ReturnType<typeof graphClient>;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'threadtalk');
  graph = graphClient(account, 'v1.0');
});
afterEach(() => void jest.restoreAllMocks());

type Fields = Record<string, string>;
const at = ({ url }: PartMedia): string => url;
const create = (fields: Fields, token?: string) => graph.post('/me/threads', fields, token);
const made = async (fields: Fields): Promise<string> => (await create(fields)).body.id;
const words = (text = 'Hello', more: Fields = {}) => made({ media_type: 'TEXT', text, ...more });
const publish = (creation_id: string) => graph.post('/me/threads_publish', { creation_id });
const statusOf = async (id: string): Promise<string> => (await graph.get(`/${id}`, { fields: 'status' })).body.status;
const processed = (id: string): Promise<string> => once(() => statusOf(id), 'IN_PROGRESS');
const NOT_FOUND = refusal(24, 4279009);

describe('a post', () => {
  test('is a container until it is published', async () => {
    const container = await words('Hello', { reply_control: 'mentioned_only' });
    expect(await statusOf(container)).toBe('FINISHED');
    expect(box.posts()).toEqual([]);
    const { status, body } = await publish(container);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.stringMatching(/^\d{17}$/) } });
    expect(box.posts()).toMatchObject([{ postedId: body.id, text: 'Hello' }]);
    const fields = 'text,media_type,reply_audience,is_reply,permalink,timestamp';
    const shown = (await graph.get(`/${body.id}`, { fields })).body;
    expect(shown).toEqual({
      ...{ id: body.id, text: 'Hello', media_type: 'TEXT_POST', reply_audience: 'mentioned_only', is_reply: false },
      permalink: box.posts()[0]?.url,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
    });
    expect((await call(shown.permalink, { redirect: 'manual' })).headers.get('location')).toBe(`/?post=${body.id}`);
  });

  test('is published once', async () => {
    const container = await words();
    expect((await publish(container)).status).toBe(200);
    expect(await statusOf(container)).toBe('PUBLISHED');
    expect(await publish(container)).toMatchObject(NOT_FOUND);
    expect(box.posts()).toHaveLength(1);
  });

  test('that is a text may be published by the request that makes it', async () => {
    const id = await words('At once', { auto_publish_text: 'true' });
    expect(box.posts()).toMatchObject([{ postedId: id, text: 'At once' }]);
    expect((await create({ media_type: 'IMAGE', image_url: at(image), auto_publish_text: 'true' })).status).toBe(400);
  });

  test('of a video cannot be published before the platform is done with it', async () => {
    const container = await made({ media_type: 'VIDEO', video_url: at(video), alt_text: 'It moves' });
    expect(await publish(container)).toMatchObject(NOT_FOUND);
    expect(await processed(container)).toBe('FINISHED');
    expect((await publish(container)).status).toBe(200);
    expect(box.posts()).toMatchObject([{ media: [await mediaOf(video)], record: { alt_text: 'It moves' } }]);
  });

  test('cannot be published a day after its container was made', async () => {
    const container = await words();
    const later = Date.now() + 24 * 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await statusOf(container)).toBe('EXPIRED');
    expect(await publish(container)).toMatchObject(NOT_FOUND);
  });

  test('is no other account’s to publish, nor to ask about', async () => {
    const container = await words();
    const theirs = graphClient(box.createAccount('threadtalk'), 'v1.0');
    expect(await theirs.post('/me/threads_publish', { creation_id: container })).toMatchObject(NOT_FOUND);
    expect(await theirs.get(`/${container}`)).toMatchObject(refusal(100, 33));
    expect(await theirs.post(`/${account.accountId}/threads`, { media_type: 'TEXT', text: 'x' })).toMatchObject(
      refusal(100, 33),
    );
  });

  test('replies to one that is there, and is listed among the replies for who may read them', async () => {
    const first = (await publish(await words())).body.id;
    const reply = (await publish(await words('And on', { reply_to_id: first }))).body.id;
    const fields = 'is_reply,replied_to';
    expect((await graph.get(`/${reply}`, { fields })).body).toMatchObject({
      is_reply: true,
      replied_to: { id: first },
    });
    const listed = async (edge: string) => (await graph.get(`/me/${edge}`, { fields: 'id' })).body.data;
    expect(await listed('threads')).toEqual([{ id: first }]);
    expect(await listed('replies')).toEqual([{ id: reply }]);
    const token = await tokenWith(box, account, [BASIC, PUBLISH]);
    expect((await graph.get('/me/threads', {}, token)).status).toBe(200);
    expect(await graph.get('/me/replies', {}, token)).toMatchObject(refusal(10));
  });
});

describe('a carousel', () => {
  const item = () => made({ is_carousel_item: 'true', media_type: 'IMAGE', image_url: at(image) });
  const carousel = (children: string[]) =>
    create({ media_type: 'CAROUSEL', children: children.join(','), text: 'Two' });

  test('holds its items in their order', async () => {
    const clip = await made({ is_carousel_item: 'true', media_type: 'VIDEO', video_url: at(video) });
    const children = [clip, await item()];
    expect(await carousel(children)).toMatchObject(NOT_FOUND);
    expect(await processed(clip)).toBe('FINISHED');
    const { body } = await publish((await carousel(children)).body.id);
    expect(box.posts()).toMatchObject([
      { postedId: body.id, text: 'Two', media: [await mediaOf(video), await mediaOf(image)] },
    ]);
  });

  test('has 2 to 20 of them, and they are no posts', async () => {
    const one = await item();
    for (const children of [[one], Array.from({ length: 21 }, () => one), [one, await words()], [one, '17']]) {
      expect(await carousel(children)).toMatchObject(refusal(100));
    }
    expect(await publish(one)).toMatchObject(NOT_FOUND);
  });
});

describe('a container is refused', () => {
  test.each<[string, Fields]>([
    ['without a kind', { text: 'x' }],
    ['of another kind', { media_type: 'REELS', text: 'x' }],
    ['with an unknown parameter', { media_type: 'TEXT', text: 'x', caption: 'x' }],
    ['with what the sandbox does not do', { media_type: 'TEXT', text: 'x', topic_tag: 'x' }],
    ['with white space for a text', { media_type: 'TEXT', text: ' \n' }],
    ['with a text that is too long', { media_type: 'TEXT', text: 'x'.repeat(501) }],
    ['with too many emojis, which count as their bytes', { media_type: 'TEXT', text: '👋'.repeat(126) }],
    ['with too many bytes', { media_type: 'TEXT', text: `“${'a'.repeat(498)}”` }],
    ['with a file of a text', { media_type: 'TEXT', text: 'x', image_url: 'http://127.0.0.1:1/a.png' }],
    ['with a video as an image', { media_type: 'IMAGE', video_url: 'http://127.0.0.1:1/a.mp4' }],
    ['with an image without its address', { media_type: 'IMAGE', text: 'x' }],
    ['with an address that is none', { media_type: 'IMAGE', image_url: 'picture.png' }],
    [
      'with a text of an item',
      { media_type: 'IMAGE', image_url: 'http://a.test/', is_carousel_item: 'true', text: 'x' },
    ],
    ['with other repliers than there are', { media_type: 'TEXT', text: 'x', reply_control: 'nobody' }],
    ['with an empty choice of who may reply', { media_type: 'TEXT', text: 'x', reply_control: '' }],
    ['with a reply to nothing', { media_type: 'TEXT', text: 'x', reply_to_id: '17' }],
    ['with children of a text', { media_type: 'TEXT', text: 'x', children: '1,2' }],
    [
      'with too many words for an image',
      { media_type: 'IMAGE', image_url: 'http://a.test/', alt_text: 'x'.repeat(1001) },
    ],
  ])('%s', async (_what, fields) => {
    expect(await create(fields)).toMatchObject(refusal(100));
    expect(box.posts()).toEqual([]);
  });

  test.each(['x'.repeat(500), '世'.repeat(166), '👋'.repeat(125)])('the longest text is taken', async (text) => {
    expect((await create({ media_type: 'TEXT', text })).status).toBe(200);
  });

  test.each<[string, () => Promise<PartMedia>, number, number]>([
    ['is not there', async () => ({ ...image, url: 'http://127.0.0.1:1/gone.png' }), 9004, 2207052],
    ['is no image', () => files.file('<html>', { kind: 'image', mimeType: 'image/png', name: 'a.png' }), 9004, 2207052],
    ['is a WebP', () => files.image('webp'), 36_001, 2207005],
    ['is larger than 8 MB', async () => files.padded(await files.image(), 8 * 1024 * 1024 + 1), 36_000, 2207004],
  ])('with an image that %s', async (_what, make, code, subcode) => {
    expect(await create({ media_type: 'IMAGE', image_url: at(await make()) })).toMatchObject(refusal(code, subcode));
  });

  test('with a video that cannot be shown only later: no request waits for it', async () => {
    const broken = await files.file('no video', { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const container = await made({ media_type: 'VIDEO', video_url: at(broken) });
    expect(await processed(container)).toBe('ERROR');
    const { body } = await graph.get(`/${container}`, { fields: 'id,status,error_message' });
    expect(body).toEqual({ id: container, status: 'ERROR', error_message: 'FAILED_PROCESSING_VIDEO' });
  });
});

describe('a token', () => {
  test('that is missing or unknown is rejected', async () => {
    expect(await call(`${account.baseUrl}/v1.0/me`)).toMatchObject(refusal(2500));
    expect(await graph.get('/me', {}, 'none')).toMatchObject(refusal(190));
  });

  test('does what its scopes allow, and can be inspected for them', async () => {
    const reading = await tokenWith(box, account, [BASIC]);
    expect(await create({ media_type: 'TEXT', text: 'x' }, reading)).toMatchObject(refusal(10));
    const { accountId: id, username, displayName: name } = account;
    expect((await graph.get('/me', { fields: 'id,username,name' }, reading)).body).toEqual({ id, username, name });
    const { data } = (await graph.get('/debug_token', { input_token: reading }, reading)).body;
    expect(data).toMatchObject({ is_valid: true, type: 'USER', user_id: id, scopes: [BASIC] });
    const other = await graph.get('/debug_token', { input_token: 'none' }, reading);
    expect(other.body.data).toMatchObject({ is_valid: false, scopes: [] });
    expect(await graph.get('/debug_token', {}, reading)).toMatchObject(refusal(100));
  });

  test('that has expired is rejected', async () => {
    const token = await tokenWith(box, account, [BASIC, PUBLISH]);
    box.expireTokens('threadtalk', account.accountId);
    expect(await create({ media_type: 'TEXT', text: 'x' }, token)).toMatchObject(refusal(190, 463));
  });
});

test('a version that there is not, or a path, is unknown', async () => {
  expect(await graphClient(account, 'v25.0').get('/me')).toMatchObject(refusal(2500));
  expect(await graph.post('/me/posts', {})).toMatchObject(refusal(2500));
  expect(await graph.get('/17')).toMatchObject(refusal(100, 33));
  expect(await graph.post('/me/threads_publish', {})).toMatchObject(refusal(100));
});

test.each([
  ['auth_expired', refusal(190, 463)],
  ['rate_limited', refusal(4)],
  ['server_error', refusal(2, undefined, 500)],
  ['rejected', refusal(100)],
] as const)('%s meets the publication alone, with the platform’s error', async (kind, answer) => {
  box.setFault({ platform: 'threadtalk', kind });
  const container = await words();
  expect(await publish(container)).toMatchObject(answer);
  expect((await publish(container)).status).toBe(200);
});
