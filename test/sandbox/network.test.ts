import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { noise, sha256, video } from './files.js';
import { memberOf, postForm, tokenWith } from './network-support.js';
import { type Answer, call, closeSandboxes, demo, holdWork, releaseWork, sandbox } from './support.js';

afterEach(closeSandboxes);

type Caller = ReturnType<typeof memberOf>;

let box: Sandbox;
let account: SandboxAccount;
let member: string;
let caller: Caller;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'network');
  caller = memberOf(account);
  member = caller.urn;
});

const headers: Caller['headers'] = (more) => caller.headers(more);
const post: Caller['post'] = (...args) => caller.post(...args);
const get: Caller['get'] = (...args) => caller.get(...args);
const put = (url: string, body: Buffer, type: string): Promise<Answer> =>
  call(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } });
const form = (more: object = {}) => postForm(member, more);

describe('network', () => {
  test('the response to a post has its URN alone, and its page shows it', async () => {
    const { status, headers: answered, body } = await post('/rest/posts', form());
    expect({ status, body }).toEqual({ status: 201, body: '' });
    const urn = answered.get('x-restli-id');
    expect(urn).toMatch(/^urn:li:share:\d{19}$/);
    expect(box.posts()).toMatchObject([{ postedId: urn, accountId: account.accountId, text: 'Hello' }]);
    const page = await call(box.posts()[0]?.url ?? '', { redirect: 'manual' });
    expect(page.headers.get('location')).toBe(`/?post=${encodeURIComponent(urn ?? '')}`);
  });

  test.each([
    [{ 'linkedin-version': '' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '202511' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '202600' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '202610' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '2026-09' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'x-restli-protocol-version': '1.0.0' }, 400, 'BAD_REQUEST'],
    [{ authorization: 'Bearer nobody' }, 401, 'INVALID_ACCESS_TOKEN'],
    [{ authorization: 'Basic x' }, 401, 'EMPTY_ACCESS_TOKEN'],
  ])('a call with the headers %j is refused with %d %s', async (more: Record<string, string>, status, code) => {
    const answer = await post('/rest/posts', form(), headers(more));
    expect(answer).toMatchObject({ status, body: { status, code, message: expect.any(String) } });
    expect(box.posts()).toEqual([]);
  });

  test('a call without a version is refused', async () => {
    const { 'linkedin-version': _, ...others } = headers();
    expect(await post('/rest/posts', form(), others as never)).toMatchObject({
      status: 400,
      body: { code: 'VERSION_MISSING' },
    });
  });

  test.each([
    [{ author: undefined }, 403, 'ACCESS_DENIED'],
    [{ author: 'urn:li:person:somebody' }, 403, 'ACCESS_DENIED'],
    [{ author: 'urn:network:person:demoMember1' }, 403, 'ACCESS_DENIED'],
    [{ author: 'urn:li:organization:5' }, 403, 'ACCESS_DENIED'],
    [{ commentary: undefined }, 400, 'MISSING_FIELD'],
    [{ commentary: ' ' }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ commentary: 'x'.repeat(3001) }, 400, 'FIELD_LENGTH_TOO_LONG'],
    [{ visibility: 'EVERYBODY' }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ distribution: undefined }, 400, 'MISSING_FIELD'],
    [{ lifecycleState: undefined }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ text: 'Hello' }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ content: { media: { id: 'urn:li:image:none' } } }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ content: { multiImage: { images: [{ id: 'urn:li:image:none' }] } } }, 400, 'INVALID_VALUE_FOR_FIELD'],
    [{ content: { image: 'urn:li:image:none' } }, 400, 'INVALID_VALUE_FOR_FIELD'],
  ])('a post with %j is refused with %d %s', async (more, status, code) => {
    expect(await post('/rest/posts', form(more))).toMatchObject({ status, body: { code } });
    expect(box.posts()).toEqual([]);
  });

  test.each([
    ['cut (here', 'cut '],
    ['cut #', 'cut '],
    ['a \\(b\\) \\\\', 'a (b) \\'],
    ['Hi @[Zoë](urn:li:person:1) and @[Acme \\(UK\\)](urn:li:organization:2)', 'Hi Zoë and Acme (UK)'],
    ['@[Nobody](urn:network:person:1)', ''],
    ['a {hashtag|\\#|tag\\_one} and a #tag', 'a #tag_one and a #tag'],
  ])('of the commentary %j people see %j', async (commentary, text) => {
    await post('/rest/posts', form({ commentary: `x${commentary}` }));
    expect(box.posts()).toMatchObject([{ text: `x${text}` }]);
  });

  test('a repeat is refused and names the post that is live; of another author it is none', async () => {
    const first = await post('/rest/posts', form());
    const again = await post('/rest/posts', form());
    expect(again).toMatchObject({
      status: 422,
      body: { message: `Content is a duplicate of ${first.headers.get('x-restli-id')}` },
    });
    const other = box.createAccount('network');
    const author = `urn:li:person:${other.accountId}`;
    const authorization = `Bearer ${other.credentials.accessToken}`;
    expect((await post('/rest/posts', form({ author }), headers({ authorization }))).status).toBe(201);
  });

  test('a token does what its scopes allow, and nothing else', async () => {
    const authorization = `Bearer ${await tokenWith(box, account, 'openid profile')}`;
    expect(await post('/rest/posts', form(), headers({ authorization }))).toMatchObject({
      status: 403,
      body: { serviceErrorCode: 100, message: 'Not enough permissions to access: posts.CREATE' },
    });
    expect(await get('/v2/userinfo', { authorization })).toMatchObject({
      status: 200,
      body: { sub: account.accountId, name: account.displayName },
    });
  });

  test('an expired token is distinguished from an unknown one', async () => {
    const authorization = `Bearer ${await tokenWith(box, account, 'openid profile')}`;
    box.expireTokens('network', account.accountId);
    expect(await get('/v2/userinfo', { authorization })).toMatchObject({
      status: 401,
      body: { code: 'EXPIRED_ACCESS_TOKEN', serviceErrorCode: 65602 },
    });
  });

  const begin = async (owner = member) =>
    (await post('/rest/images?action=initializeUpload', { initializeUploadRequest: { owner } })).body.value;

  test('an image is there once its bytes are, for its owner alone', async () => {
    const jpeg = await noise().jpeg().toBuffer();
    const { uploadUrl, image } = await begin();
    const content = { media: { id: image, altText: 'Noise' } };
    expect((await post('/rest/posts', form({ content }))).status).toBe(400);
    const address = `/rest/images/${encodeURIComponent(image)}`;
    expect(await get(address, headers())).toMatchObject({ status: 200, body: { status: 'WAITING_UPLOAD' } });
    expect((await put(uploadUrl, Buffer.from('<script>'), 'image/jpeg')).status).toBe(415);
    expect((await put(uploadUrl, Buffer.alloc(6 * 1024 * 1024), 'image/jpeg')).status).toBe(413);
    expect((await put(uploadUrl, jpeg, 'image/jpeg')).status).toBe(201);
    expect((await put(uploadUrl, jpeg, 'image/jpeg')).status).toBe(404);
    const other = box.createAccount('network');
    const foreign = form({ author: `urn:li:person:${other.accountId}`, content });
    const authorization = `Bearer ${other.credentials.accessToken}`;
    expect((await post('/rest/posts', foreign, headers({ authorization }))).status).toBe(400);
    expect((await post('/rest/posts', form({ content }))).status).toBe(201);
    expect(box.posts()).toMatchObject([{ media: [{ mimeType: 'image/jpeg', sha256: sha256(jpeg), width: 40 }] }]);
  });

  const beginVideo = async (fileSizeBytes: number, more: object = {}) =>
    post('/rest/videos?action=initializeUpload', {
      initializeUploadRequest: { owner: member, fileSizeBytes, uploadCaptions: false, uploadThumbnail: false, ...more },
    });
  const finalize = (more: object) => post('/rest/videos?action=finalizeUpload', { finalizeUploadRequest: more });
  const statusOf = async (urn: string) => (await get(`/rest/videos/${encodeURIComponent(urn)}`)).body.status;

  test('a video is accepted in the pieces that were requested, finished once, and processed', async () => {
    const bytes = Buffer.concat([video(), Buffer.alloc(4 * 1024 * 1024)]);
    const { video: urn, uploadToken, uploadInstructions } = (await beginVideo(bytes.length)).body.value;
    expect(uploadInstructions).toMatchObject([
      { firstByte: 0, lastByte: 4194303 },
      { firstByte: 4194304, lastByte: bytes.length - 1 },
    ]);
    const [first, second] = uploadInstructions;
    const binary = 'application/octet-stream';
    const piece = (from: { firstByte: number; lastByte: number }) => bytes.subarray(from.firstByte, from.lastByte + 1);
    expect((await put(second.uploadUrl, piece(second), binary)).status).toBe(400);
    expect((await put(first.uploadUrl, piece(first), 'video/mp4')).status).toBe(415);
    expect((await put(first.uploadUrl, piece(second), binary)).status).toBe(400);
    const etags = [
      (await put(first.uploadUrl, piece(first), binary)).headers.get('etag'),
      (await finalize({ video: urn, uploadToken, uploadedPartIds: [] })).body.code,
      (await put(second.uploadUrl, piece(second), binary)).headers.get('etag'),
    ];
    expect(etags[1]).toBe('INVALID_VALUE_FOR_FIELD');
    expect(await statusOf(urn)).toBe('WAITING_UPLOAD');
    const uploadedPartIds = [etags[0], etags[2]];
    for (const wrong of [{ uploadToken: 'x' }, { uploadedPartIds: [...uploadedPartIds].reverse() }]) {
      expect((await finalize({ video: urn, uploadToken, uploadedPartIds, ...wrong })).status).toBe(400);
    }
    holdWork();
    expect((await finalize({ video: urn, uploadToken, uploadedPartIds })).status).toBe(200);
    expect((await finalize({ video: urn, uploadToken, uploadedPartIds })).status).toBe(404);
    const content = { media: { id: urn } };
    expect((await post('/rest/posts', form({ content }))).status).toBe(400);
    releaseWork();
    while ((await statusOf(urn)) === 'PROCESSING') await new Promise((done) => setTimeout(done, 20));
    expect(await statusOf(urn)).toBe('AVAILABLE');
    expect((await post('/rest/posts', form({ content }))).headers.get('x-restli-id')).toMatch(/^urn:li:ugcPost:/);
    expect(box.posts()).toMatchObject([{ media: [{ mimeType: 'video/mp4', sha256: sha256(bytes) }] }]);
  });

  test.each([[{ fileSizeBytes: 0 }], [{ uploadCaptions: undefined }], [{ owner: 'urn:li:person:x' }], [{ name: 'x' }]])(
    'a video cannot be started with %j',
    async (more) => {
      expect((await beginVideo(100, more)).status).toBeGreaterThanOrEqual(400);
    },
  );

  test('a video that cannot be played fails while it is worked on', async () => {
    const bytes = video('free');
    const { video: urn, uploadToken, uploadInstructions } = (await beginVideo(bytes.length)).body.value;
    const sent = await put(uploadInstructions[0].uploadUrl, bytes, 'application/octet-stream');
    await finalize({ video: urn, uploadToken, uploadedPartIds: [sent.headers.get('etag')] });
    while ((await statusOf(urn)) === 'PROCESSING') await new Promise((done) => setTimeout(done, 20));
    expect(await statusOf(urn)).toBe('PROCESSING_FAILED');
  });

  test('a member administers one organization, which it may read and act for', async () => {
    const acls = await get('/rest/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED');
    const [{ organization }] = acls.body.elements;
    const id = organization.replace('urn:li:organization:', '');
    expect((await get(`/rest/organizations/${id}`)).body).toMatchObject({
      id: Number(id),
      localizedName: 'Demo on network Inc.',
    });
    expect((await get('/rest/organizations/1')).status).toBe(404);
    expect((await post('/rest/posts', form({ author: organization }))).status).toBe(201);
    expect(box.posts()).toMatchObject([{ accountId: id }]);
  });

  test('what is no resource is not found, in the platform’s form', async () => {
    expect(await get('/rest/shares')).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND', status: 404 } });
    expect(await post('/rest/images?action=delete', {})).toMatchObject({ status: 400 });
    const broken = await call(`${account.baseUrl}/rest/posts`, {
      method: 'POST',
      body: '{',
      headers: { ...headers(), 'content-type': 'application/json' },
    });
    expect(broken).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});
