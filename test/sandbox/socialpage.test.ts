import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import { type MediaFiles, mediaOf, openMediaFiles } from '../platforms/media-files.js';
import { formOf, sha256, video } from './files.js';
import { graphClient, once, refusal, tokenWith } from './graph-support.js';
import { call, closeSandboxes, demo, holdWork, releaseWork, sandbox } from './support.js';

afterEach(closeSandboxes);

const SCOPES = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
const LOGIN = { authorize: '/v25.0/dialog/oauth', token: '/v25.0/oauth/access_token', method: 'GET' };
/** As much as the platform takes at once. */
const PIECE = 4 * 1024 * 1024;

let files: MediaFiles;
let image: PartMedia;
beforeAll(async () => {
  files = await openMediaFiles();
  image = await files.image();
});
afterAll(() => files.close());

let box: Sandbox;
let account: SandboxAccount;
let graph: ReturnType<typeof graphClient>;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'socialpage');
  graph = graphClient(account, 'v25.0');
});

type Fields = Record<string, string>;
const at = ({ url }: PartMedia): string => url;
const feed = (fields: Fields, token?: string) => graph.post(`/${account.accountId}/feed`, fields, token);
const photo = (fields: Fields = {}) =>
  graph.post(`/${account.accountId}/photos`, { url: at(image), published: 'false', ...fields });
const attached = (...ids: string[]) => JSON.stringify(ids.map((media_fbid) => ({ media_fbid })));
const showing = (...ids: string[]) => feed({ message: 'Look', attached_media: attached(...ids) });
const listed = async () => (await graph.get(`/${account.accountId}/published_posts`, { fields: 'message' })).body.data;

describe('a post', () => {
  test('has the page’s id before its own, and is listed, the latest first', async () => {
    const { status, body } = await feed({ message: 'One' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.stringMatching(new RegExp(`^${account.accountId}_\\d{17}$`)) },
    });
    const second = (await feed({ message: 'Two', published: 'true' })).body.id;
    expect(await listed()).toEqual([
      { id: second, message: 'Two' },
      { id: body.id, message: 'One' },
    ]);
    const shown = (await graph.get(`/${body.id}`, { fields: 'message,permalink_url,created_time' })).body;
    expect(shown).toMatchObject({ message: 'One', permalink_url: box.posts()[0]?.url });
    expect(shown.created_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    const page = await call(shown.permalink_url, { redirect: 'manual' });
    expect(page.headers.get('location')).toBe(`/?post=${body.id}`);
  });

  test.each<[string, Fields]>([
    ['without anything', {}],
    ['with an unknown parameter', { message: 'x', text: 'x' }],
    ['with what the sandbox does not do', { message: 'x', link: 'https://example.com' }],
    ['for later', { message: 'x', published: 'false' }],
    ['with a flag that is none', { message: 'x', published: 'yes' }],
    ['with a text that is too long', { message: 'x'.repeat(63_207) }],
    ['with photos that are no list', { attached_media: '17' }],
    ['with photos that are no JSON', { attached_media: '[' }],
    ['with an unknown field of a photo', { attached_media: '[{"media_fbid":"1","caption":"x"}]' }],
    ['with a photo that was not uploaded', { attached_media: '[{"media_fbid":"17"}]' }],
  ])('%s is refused', async (_what, fields) => {
    expect(await feed(fields)).toMatchObject(refusal(100));
    expect(box.posts()).toEqual([]);
  });

  test('is no other page’s to make, nor to read', async () => {
    const { id } = (await feed({ message: 'x' })).body;
    const theirs = graphClient(box.createAccount('socialpage'), 'v25.0');
    expect(await theirs.post(`/${account.accountId}/feed`, { message: 'x' })).toMatchObject(refusal(100, 33));
    expect(await theirs.get(`/${id}`)).toMatchObject(refusal(100, 33));
  });
});

describe('photos', () => {
  test('are fetched, kept unseen, and shown by one post in their order', async () => {
    const other = await files.image('png');
    const ids = [
      (await photo({ alt_text_custom: 'Dots' })).body.id,
      (await photo({ url: at(other) })).body.id,
    ] as const;
    expect(box.posts()).toEqual([]);
    const { body } = await showing(ids[1], ids[0]);
    const media = [await mediaOf(other), await mediaOf(image)];
    expect(box.posts()).toMatchObject([{ postedId: body.id, text: 'Look', media }]);
    expect(box.posts()[0]?.record).toMatchObject({ attachments: [{ id: ids[1] }, { alt_text: 'Dots' }] });
  });

  test('are posts by themselves when nothing else is said', async () => {
    const { body } = await photo({ published: 'true', caption: 'One' });
    expect(body).toEqual({ id: expect.stringMatching(/^\d{17}$/), post_id: box.posts()[0]?.postedId });
    expect(await showing(body.id)).toMatchObject(refusal(100));
  });

  test('are shown once, by the page that has them', async () => {
    const { id } = (await photo()).body;
    const otherAccount = box.createAccount('socialpage');
    const theirs = await graphClient(otherAccount, 'v25.0').post(`/${otherAccount.accountId}/feed`, {
      attached_media: attached(id),
    });
    expect(theirs).toMatchObject(refusal(100));
    expect((await showing(id)).status).toBe(200);
    expect(await showing(id)).toMatchObject(refusal(100));
  });

  test.each<[string, () => Promise<PartMedia>, number]>([
    ['is not there', async () => ({ ...image, url: 'http://127.0.0.1:1/gone.jpg' }), 2069019],
    ['is no image', () => files.file('<html>', { kind: 'image', mimeType: 'image/jpeg', name: 'a.jpg' }), 2069019],
    ['is a WebP', () => files.image('webp'), 2069019],
    ['is larger than 10 MB', async () => files.padded(await files.image(), 10 * 1024 * 1024 + 1), 1366046],
  ])('a photo that %s is refused', async (_what, make, subcode) => {
    expect(await photo({ url: at(await make()) })).toMatchObject(refusal(324, subcode));
  });

  test('a photo without an address is refused, and so is one with an unknown parameter', async () => {
    expect(await graph.post(`/${account.accountId}/photos`, {})).toMatchObject(refusal(324));
    expect(await photo({ alt_text: 'x' })).toMatchObject(refusal(100));
    expect(await photo({ temporary: 'true' })).toMatchObject(refusal(100));
  });
});

describe('a video', () => {
  const ask = (fields: Fields) => graph.post(`/${account.accountId}/videos`, fields);
  const start = async (size: number) => (await ask({ upload_phase: 'start', file_size: String(size) })).body;
  const send = (upload_session_id: string, offset: number, piece: Buffer) => {
    const fields = { upload_phase: 'transfer', upload_session_id, start_offset: String(offset) };
    return graph.post(`/${account.accountId}/videos`, formOf(fields, { video_file_chunk: piece }));
  };
  const finish = (upload_session_id: string, more: Fields = {}) =>
    ask({ upload_phase: 'finish', upload_session_id, ...more });
  const statusOf = async (id: string): Promise<string> =>
    (await graph.get(`/${id}`, { fields: 'status' })).body.status.video_status;
  const upload = async (bytes: Buffer) => {
    const { upload_session_id: session, video_id: id } = await start(bytes.length);
    await send(session, 0, bytes);
    return { id, session };
  };

  test('comes in the pieces that are wanted, and is a post when it is finished', async () => {
    const bytes = Buffer.concat([video(), Buffer.alloc(PIECE)]);
    const { upload_session_id: session, video_id: id, ...wanted } = await start(bytes.length);
    expect(wanted).toEqual({ start_offset: '0', end_offset: String(PIECE) });
    const next = (await send(session, 0, bytes.subarray(0, PIECE))).body;
    expect(next).toEqual({ start_offset: String(PIECE), end_offset: String(bytes.length) });
    expect(await finish(session)).toMatchObject(refusal(6000, 1363031));
    await send(session, PIECE, bytes.subarray(PIECE));
    expect(await statusOf(id)).toBe('uploading');
    expect(box.posts()).toEqual([]);
    holdWork();
    expect((await finish(session, { description: 'It moves' })).body).toEqual({ success: true });
    expect(await statusOf(id)).toBe('processing');
    releaseWork();
    expect(await once(() => statusOf(id), 'processing')).toBe('ready');
    const media = [{ mimeType: 'video/mp4', bytes: bytes.length, sha256: sha256(bytes) }];
    expect(box.posts()).toMatchObject([{ postedId: id, text: 'It moves', media }]);
    expect(await listed()).toEqual([{ id: `${account.accountId}_${id}`, message: 'It moves' }]);
  });

  test('is finished once', async () => {
    const { session } = await upload(video());
    expect((await finish(session)).status).toBe(200);
    expect(await finish(session)).toMatchObject(refusal(100));
    expect(box.posts()).toHaveLength(1);
  });

  test('that cannot be shown is no post', async () => {
    for (const bytes of [Buffer.from('no video'), video('free')]) {
      const { id, session } = await upload(bytes);
      expect((await finish(session)).status).toBe(200);
      expect(await once(() => statusOf(id), 'processing')).toBe('error');
    }
    expect(box.posts()).toEqual([]);
  });

  test('with a piece that is not the one that is wanted is refused', async () => {
    const { upload_session_id: session } = await start(PIECE + 10);
    const piece = Buffer.alloc(PIECE);
    expect(await send(session, 10, piece)).toMatchObject(refusal(6000, 1363033));
    expect(await send(session, 0, piece.subarray(1))).toMatchObject(refusal(6000, 1363033));
    expect(await send(session, 0, Buffer.alloc(PIECE + 1))).toMatchObject(refusal(100, undefined, 413));
    expect((await send(session, 0, piece)).status).toBe(200);
    expect(await send(session, 0, piece)).toMatchObject(refusal(6000, 1363033));
  });

  test.each<[string, Fields, number?, number?]>([
    ['without a phase', { description: 'x' }],
    ['with another phase', { upload_phase: 'cancel' }],
    ['that does not say how large it is', { upload_phase: 'start' }],
    ['that says so in words', { upload_phase: 'start', file_size: 'large' }],
    ['that is larger than 2 GB', { upload_phase: 'start', file_size: '2147483649' }, 6000, 1363023],
    ['with what belongs to another phase', { upload_phase: 'start', file_size: '10', description: 'x' }],
    ['with what the sandbox does not do', { upload_phase: 'start', file_size: '10', file_url: 'http://a.test/' }],
    ['with an unknown parameter', { upload_phase: 'start', file_size: '10', caption: 'x' }],
    ['of an upload that was not started', { upload_phase: 'finish', upload_session_id: '17' }],
  ])('%s is refused', async (_what, fields, code = 100, subcode) => {
    expect(await ask(fields)).toMatchObject(refusal(code, subcode));
  });

  test('is no other page’s to finish', async () => {
    const { session } = await upload(video());
    const otherAccount = box.createAccount('socialpage');
    const theirs = graphClient(otherAccount, 'v25.0');
    const fields = { upload_phase: 'finish', upload_session_id: session };
    expect(await theirs.post(`/${otherAccount.accountId}/videos`, fields)).toMatchObject(refusal(100));
  });
});

describe('a token', () => {
  const pageToken = async (scopes: string[]): Promise<string> => {
    const person = await tokenWith(box, account, scopes, LOGIN);
    const pages = (await graph.get('/me/accounts', { fields: 'id,name,access_token' }, person)).body.data;
    expect(pages).toMatchObject([{ id: account.accountId, name: account.displayName }]);
    return pages[0].access_token;
  };

  test('of a person gives those of the pages, and is none itself', async () => {
    const person = await tokenWith(box, account, SCOPES, LOGIN);
    expect(await feed({ message: 'x' }, person)).toMatchObject(refusal(210));
    const page = await pageToken(SCOPES);
    expect((await feed({ message: 'x' }, page)).status).toBe(200);
    expect(await graph.get('/me/accounts', {}, page)).toMatchObject(refusal(100));
  });

  test('does what its scopes allow, and only the app can read which they are', async () => {
    const scopes = ['pages_show_list', 'pages_read_engagement'];
    const page = await pageToken(scopes);
    expect(await feed({ message: 'x' }, page)).toMatchObject(refusal(10));
    const { accountId: id, displayName: name } = account;
    expect((await graph.get(`/${id}`, { fields: 'id,name' }, page)).body).toEqual({ id, name });
    const { id: app, secret } = box.clients.socialpage;
    const requested = (access_token: string) =>
      call(`${account.baseUrl}/v25.0/debug_token?${new URLSearchParams({ input_token: page, access_token })}`);
    const { data } = (await requested(`${app}|${secret}`)).body;
    expect(data).toMatchObject({ app_id: app, type: 'PAGE', is_valid: true, profile_id: id, scopes });
    for (const other of [page, `${app}|none`]) expect(await requested(other)).toMatchObject(refusal(190));
  });

  test.each(['v12.0', 'v20.0', 'v27.0', 'v25'])('the version %s does not live', async (version) => {
    const { id: app, secret } = box.clients.socialpage;
    const requested = { input_token: 'x', access_token: `${app}|${secret}` };
    for (const path of ['me', 'me/accounts', 'oauth/access_token', `debug_token?${new URLSearchParams(requested)}`]) {
      expect(await call(`${account.baseUrl}/${version}/${path}`)).toMatchObject(refusal(2500));
    }
    expect(await graphClient(account, version).post('/me/feed', { message: 'x' })).toMatchObject(refusal(2500));
  });

  test('that is missing, wrong or expired is rejected', async () => {
    expect(await call(`${account.baseUrl}/v25.0/me`)).toMatchObject(refusal(2500));
    expect(await feed({ message: 'x' }, 'none')).toMatchObject(refusal(190));
    const page = await pageToken(SCOPES);
    box.expireTokens('socialpage', account.accountId);
    expect(await feed({ message: 'x' }, page)).toMatchObject(refusal(190, 463));
  });
});

test('a version that there is not, or a path, is unknown', async () => {
  expect(await graphClient(account, 'v1.0').get('/me')).toMatchObject(refusal(2500));
  expect(await graph.post(`/${account.accountId}/notes`, {})).toMatchObject(refusal(2500));
});

test.each([
  ['auth_expired', refusal(190, 463)],
  ['rate_limited', refusal(80_001)],
  ['server_error', refusal(2, undefined, 500)],
  ['rejected', refusal(100)],
] as const)('%s meets the publication alone, with the platform’s error', async (kind, answer) => {
  box.setFault({ platform: 'socialpage', kind });
  const { id } = (await photo()).body;
  expect(await showing(id)).toMatchObject(answer);
  expect((await showing(id)).status).toBe(200);
});
