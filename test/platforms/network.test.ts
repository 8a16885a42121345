import type { Http, HttpResult } from '../../src/platforms/http.js';
import { network } from '../../src/platforms/network/network.js';
import type { Account, PartMedia, PlatformSetup, State } from '../../src/platforms/platform.js';
import { NO_SETUP } from '../../src/platforms/reach.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
  answering,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  prepare,
  publish,
  stored,
  type World,
} from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = (http = world.http, setup = NO_SETUP) => network.publisher(http, setup);
const nobody = { accountId: 'member1', baseUrl: 'http://network.test', credentials: { accessToken: 'secret-token' } };
const requestsTo = (path: string) => world.box.requests().filter((request) => request.path.startsWith(path));
const answer = (path: string, status: number, body?: unknown, headers: Record<string, string> = {}) =>
  world.box.setFault({ platform: 'network', kind: 'answer', path, answer: { status, body, headers } });

describe('a post', () => {
  /** What the platform is sent for a text. */
  const commentaryOf = async (text: string): Promise<string> => {
    let sent = '';
    const http = async ({ json }: { json?: unknown }): Promise<HttpResult> => {
      sent = (json as { commentary: string }).commentary;
      return makeAnswer(201, '', { 'x-restli-id': 'urn:li:share:1' });
    };
    await publisher(http).start(makePart(text), nobody);
    return sent;
  };

  test('is public, of the member, and found by its id in the neutral namespace', async () => {
    const account = await openAccount(world, network);
    const step = await publisher().start(makePart('Hello'), account);
    expect(requestsTo('/rest/posts').at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' },
      body: {
        author: `urn:li:person:${account.accountId}`,
        commentary: 'Hello',
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
      },
    });
    const [post] = postsOf(world, account);
    const id = post?.postedId.replace('urn:li:share:', '');
    expect(id).toMatch(/^\d{19}$/);
    expect(step).toEqual({ kind: 'published', postedId: `urn:network:share:${id}`, url: post?.url });
  });

  test('goes to the version of the API that the operator names', async () => {
    const account = await openAccount(world, network);
    const setup: PlatformSetup = { ...NO_SETUP, apiVersion: '202601' };
    await publisher(world.http, setup).start(makePart('Hello'), account);
    expect(requestsTo('/rest/posts').at(-1)?.headers['linkedin-version']).toBe('202601');
  });

  test('of an organization has it as its author', async () => {
    const account = await openAccount(world, network);
    const organization = await organizationOf(account);
    const step = await publisher().start(makePart('From us'), organization);
    expect(step).toMatchObject({ kind: 'published' });
    expect(requestsTo('/rest/posts').at(-1)?.body).toMatchObject({
      author: `urn:li:organization:${organization.accountId}`,
    });
  });

  test.each([
    ['plain text, 世界 👋\nand a line', 'plain text, 世界 👋\nand a line'],
    [
      '(a) [b] {c} <d> *e* _f_ ~g~ h|i j@k \\l',
      '\\(a\\) \\[b\\] \\{c\\} \\<d\\> \\*e\\* \\_f\\_ \\~g\\~ h\\|i j\\@k \\\\l',
    ],
    ['see https://example.org/a_b?c=(d)#e', 'see https://example.org/a\\_b?c=\\(d\\)\\#e'],
    ['#one and (#two_words), C# # #!', '{hashtag|\\#|one} and \\({hashtag|\\#|two\\_words}\\), C\\# \\# \\#!'],
    ['Hi @{urn:network:person:aB_1-c|Zoë Łukasiewicz}!', 'Hi @[Zoë Łukasiewicz](urn:li:person:aB_1-c)!'],
    [
      '@{urn:network:organization:12|Acme Inc.} and @{urn:network:organization:13|Other (UK)}',
      '@[Acme Inc.](urn:li:organization:12) and @[Other \\(UK\\)](urn:li:organization:13)',
    ],
    [
      '@{urn:network:group:1|No} @{urn:network:person:1}',
      '\\@\\{urn:network:group:1\\|No\\} \\@\\{urn:network:person:1\\}',
    ],
  ])('with the text %j is sent as %j', async (text, commentary) => {
    expect(await commentaryOf(text)).toBe(commentary);
  });

  test.each([
    'All of \\ | { } @ [ ] ( ) < > # * _ ~ stays',
    'A #tag, a mid#word, a https://example.org/#fragment and a trailing \\',
  ])('shows the text %j as it was written', async (text) => {
    const account = await openAccount(world, network);
    expect(await publisher().start(makePart(text), account)).toMatchObject({ kind: 'published' });
    expect(postsOf(world, account)[0]?.text).toBe(text);
  });

  test('shows a mention as the name that it has', async () => {
    const account = await openAccount(world, network);
    await publisher().start(makePart('Thanks, @{urn:network:person:abc|Zoë (Z.) Łukasiewicz}.'), account);
    expect(postsOf(world, account)[0]?.text).toBe('Thanks, Zoë (Z.) Łukasiewicz.');
  });
});

describe('a repeat', () => {
  test('that the platform refuses is the post that it names', async () => {
    const account = await openAccount(world, network);
    const part = makePart('Only once');
    const first = await publisher().start(part, account);
    expect(await publisher().start(part, account)).toEqual(first);
    expect(postsOf(world, account)).toHaveLength(1);
  });

  test('is known by its message, whatever else the answer says', async () => {
    const message =
      'com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of urn:li:ugcPost:7141138937766391808';
    const errorDetails = { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] };
    const http = answering(() => makeAnswer(422, { message, errorDetails, status: 422 }));
    expect(await publisher(http).start(makePart('Twice'), nobody)).toMatchObject({
      kind: 'published',
      postedId: 'urn:network:ugcPost:7141138937766391808',
    });
  });

  test('of something that is no post is a refusal', async () => {
    const http = answering(() => makeAnswer(422, { message: 'Content is a duplicate of urn:li:person:782bbtaQ' }));
    expect(await publisher(http).start(makePart('No'), nobody)).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected' },
    });
  });

  test.each(['timeout_after_store', 'reset_after_store', 'error_after_store'] as const)(
    'after %s, once somebody asks for it, posts nothing anew',
    async (kind) => {
      const account = await openAccount(world, network);
      const part = makePart('Lost');
      world.box.setFault({ platform: 'network', kind });
      const lost = await publisher(kind.startsWith('timeout') ? world.impatient : world.http).start(part, account);
      expect(lost).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
      expect(await publisher().look(part, account, null)).toEqual({ kind: 'unanswerable' });
      expect(await publisher().start(part, account)).toMatchObject({ kind: 'published' });
      expect(postsOf(world, account)).toHaveLength(1);
    },
  );
});

describe('media', () => {
  const contentOfPost = () => (requestsTo('/rest/posts').at(-1)?.body as { content?: unknown } | undefined)?.content;
  /** An uploaded video, and a platform that answers this when it is asked for it. */
  const working = (result: HttpResult, secondsAgo = 0) => {
    const state = { media: [{ id: 'urn:li:video:V1' }], processingSince: Date.now() - secondsAgo * 1000 };
    return publisher(answering(() => result)).look(makePart('Hello'), nobody, state);
  };

  test('an image is the media of its post, with what it shows', async () => {
    const account = await openAccount(world, network);
    const image: PartMedia = { ...(await files.image('png')), altText: 'A square' };
    await publish(publisher(), makePart('One', { media: [image] }), account);
    expect(contentOfPost()).toEqual({ media: { id: expect.stringMatching(/^urn:li:image:/), altText: 'A square' } });
    const [begun] = requestsTo('/rest/images').slice(-1);
    expect(begun).toMatchObject({
      query: { action: 'initializeUpload' },
      body: { initializeUploadRequest: { owner: `urn:li:person:${account.accountId}` } },
    });
  });

  test('two to ten images are its images, in their order', async () => {
    const account = await openAccount(world, network);
    const media = await Promise.all(Array.from({ length: 10 }, () => files.image()));
    await publish(publisher(), makePart('Ten', { media }), account);
    const { multiImage } = contentOfPost() as { multiImage: { images: unknown[] } };
    expect(multiImage.images).toHaveLength(10);
    expect(postsOf(world, account)[0]?.media.map(({ bytes }) => bytes)).toEqual(media.map(({ bytes }) => bytes));
  });

  test('a video is sent in the pieces that the platform asks for, finished with their names and waited for', async () => {
    const account = await openAccount(world, network);
    const video = { ...(await files.video(9 * 1024 * 1024)), altText: 'It moves' };
    const part = makePart('Moving', { media: [video] });
    const step = await publisher().start(part, account);
    expect(step).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    const pieces = requestsTo('/dms-uploads').slice(-3);
    expect(pieces.map(({ headers }) => headers['content-length'])).toEqual(['4194304', '4194304', '1048576']);
    expect(pieces.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('application/octet-stream'));
    const [begin, finish] = requestsTo('/rest/videos').slice(-2);
    expect(begin?.body).toEqual({
      initializeUploadRequest: {
        owner: `urn:li:person:${account.accountId}`,
        fileSizeBytes: video.bytes,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    });
    expect(finish).toMatchObject({ query: { action: 'finalizeUpload' }, status: 200 });
    const { state } = step as { state: State };
    expect(await publisher().look(part, account, stored(state))).toMatchObject({ kind: 'pending', state });
    expect(postsOf(world, account)).toHaveLength(0);
    let ready = await publisher().look(part, account, stored(state));
    while (ready.kind === 'pending') ready = await publisher().look(part, account, stored(state));
    const { media: _, ...bare } = part;
    const done = await publisher().finish({ ...bare, media: [] }, account, stored((ready as { state: State }).state));
    const [post] = postsOf(world, account);
    expect(done).toMatchObject({ kind: 'published', postedId: post?.postedId.replace('urn:li:', 'urn:network:') });
    expect(contentOfPost()).toEqual({ media: { id: expect.stringMatching(/^urn:li:video:/), altText: 'It moves' } });
  });

  test.each([
    [30, 30_000],
    [1000, 60_000],
  ])('after %d seconds of waiting it is asked again after %d milliseconds', async (waited, checkAfterMs) => {
    const step = await working(makeAnswer(200, { status: 'PROCESSING' }), waited);
    expect(step.kind === 'pending' && Math.round(step.checkAfterMs / 1000) * 1000).toBe(checkAfterMs);
  });

  test('a video that the platform cannot process is INVALID_CONTENT, and nothing was published', async () => {
    const account = await openAccount(world, network);
    const header = Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1');
    const broken = await files.file(header, { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const step = await prepare(publisher(), makePart('Hello', { media: [broken] }), account);
    expect(step).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', platformError: expect.stringContaining('FAILED') },
    });
  });

  test.each(['WAITING_UPLOAD', 'PROCESSING'])('a video that is %s is waited for', async (status) => {
    expect(await working(makeAnswer(200, { status }))).toMatchObject({ kind: 'pending' });
  });

  test('trouble of the platform while it works on a video is waited out', async () => {
    expect(await working(makeAnswer(503, ''))).toMatchObject({ kind: 'pending' });
    const lost = { kind: 'lost', sent: true, cause: 'timeout', message: 'late' } as const;
    expect(await working(lost)).toMatchObject({ kind: 'pending' });
  });

  test.each([
    ['is still at it', makeAnswer(200, { status: 'PROCESSING' }), 'TIMEOUT_ERROR'],
    ['has trouble', makeAnswer(503, ''), 'PLATFORM_SERVER_ERROR'],
  ])('after an hour in which it %s, nothing was published', async (_what, result, code) => {
    expect(await working(result, 3601)).toMatchObject({ kind: 'failed', failure: { code, outcome: 'rejected' } });
  });

  test('a video that nobody may see any more is given up', async () => {
    expect(await working(makeAnswer(401, { code: 'REVOKED_ACCESS_TOKEN' }))).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });

  test('nobody can say whether the post of uploaded media is there', async () => {
    const state = { media: [{ id: 'urn:li:image:I1' }], processingSince: null };
    expect(await publisher().look(makePart('Hello'), nobody, state)).toEqual({ kind: 'unanswerable' });
  });

  test.each([
    ['/rest/images', 'image'],
    ['uploaded-image', 'image'],
    ['/rest/videos', 'video'],
    ['uploaded-video', 'video'],
  ] as const)('a failure at %s published nothing', async (path, kind) => {
    const account = await openAccount(world, network);
    const media = [kind === 'image' ? await files.image() : await files.video()];
    for (const fault of ['server_error', 'reset_after_store'] as const) {
      world.box.setFault({ platform: 'network', kind: fault, path });
      const step = await publisher().start(makePart('No', { media }), account);
      expect(step).toMatchObject({ kind: 'failed', failure: { outcome: 'rejected' } });
    }
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('a piece that was taken under no name is no upload', async () => {
    const account = await openAccount(world, network);
    answer('uploaded-video', 200);
    const step = await publisher().start(makePart('No', { media: [await files.video()] }), account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'UNKNOWN_ERROR', outcome: 'rejected' } });
  });
});

describe('a refusal', () => {
  const error = (status: number, code: string, message = 'In words', serviceErrorCode?: number) => ({
    status,
    code,
    message,
    serviceErrorCode,
  });
  test.each([
    [401, error(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600), 'PLATFORM_AUTH_EXPIRED'],
    [401, error(401, 'REVOKED_ACCESS_TOKEN', 'The token was revoked', 65601), 'PLATFORM_AUTH_EXPIRED'],
    [401, { serviceErrorCode: 65602, message: 'The token has expired', status: 401 }, 'PLATFORM_AUTH_EXPIRED'],
    [401, error(401, 'RESTRICTED_MEMBER', 'This member is restricted', 65608), 'PERMISSION_DENIED'],
    [401, { serviceErrorCode: 65608, message: 'This member is restricted', status: 401 }, 'PERMISSION_DENIED'],
    [403, error(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE', 100), 'PERMISSION_DENIED'],
    [400, error(400, 'VERSION_MISSING', 'A version must be present.'), 'PLATFORM_NOT_CONFIGURED'],
    [426, error(426, 'NONEXISTENT_VERSION', 'Requested version 202201 is not active'), 'PLATFORM_NOT_CONFIGURED'],
    [400, error(400, 'NONEXISTENT_VERSION', 'Requested version 202201 is not active'), 'PLATFORM_NOT_CONFIGURED'],
    [426, '', 'PLATFORM_NOT_CONFIGURED'],
    [400, error(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long'), 'CONTENT_TOO_LARGE'],
    [413, '', 'CONTENT_TOO_LARGE'],
    [400, error(400, 'INVALID_VALUE_FOR_FIELD', 'author is invalid'), 'INVALID_CONTENT'],
    [422, error(422, 'UNPROCESSABLE_ENTITY', 'No'), 'INVALID_CONTENT'],
    [429, error(429, 'TOO_MANY_REQUESTS', 'Later', 101), 'RATE_LIMITED'],
    [404, error(404, 'NOT_FOUND', 'No'), 'UNKNOWN_ERROR'],
    [500, error(500, 'INTERNAL_SERVER_ERROR', 'Oh'), 'PLATFORM_SERVER_ERROR'],
  ])('with %d %j is %s', async (status, body, code) => {
    const account = await openAccount(world, network);
    answer('/rest/posts', status, body);
    const step = await publisher().start(makePart('No'), account);
    expect(step).toMatchObject({
      kind: 'failed',
      failure: { code, platformStatusCode: status, outcome: status < 500 ? 'rejected' : 'unknown' },
    });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('a daily quota ends at the next midnight, UTC', async () => {
    const message = 'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.';
    const http = answering(() => makeAnswer(429, error(429, 'TOO_MANY_REQUESTS', message, 101)));
    expect(await publisher(http).start(makePart('No'), nobody)).toMatchObject({
      failure: { code: 'RATE_LIMITED', retryAt: new Date('2026-03-05T00:00:00.000Z') },
    });
  });

  test('any other limit says when it ends, or does not', async () => {
    const limited = (headers: Record<string, string>) =>
      publisher(answering(() => makeAnswer(429, error(429, 'TOO_MANY_REQUESTS', 'MINUTE limit'), headers))).start(
        makePart('No'),
        nobody,
      );
    expect(await limited({ 'retry-after': '60' })).toMatchObject({
      failure: { retryAt: new Date('2026-03-04T05:07:07.000Z') },
    });
    expect(await limited({})).not.toHaveProperty('failure.retryAt');
  });

  test('a version that is over is the operator’s affair', async () => {
    const account = await openAccount(world, network);
    const step = await publisher(world.http, { ...NO_SETUP, apiVersion: '202001' }).start(makePart('No'), account);
    expect(step).toMatchObject({ failure: { code: 'PLATFORM_NOT_CONFIGURED', platformStatusCode: 426 } });
  });

  test.each<Record<string, string>>([{}, { 'x-restli-id': 'urn:li:comment:1' }, { 'x-restli-id': '7' }])(
    'a success with the headers %j has posted who knows what',
    async (headers) => {
      expect(
        await publisher(answering(() => makeAnswer(201, '', headers))).start(makePart('No'), nobody),
      ).toMatchObject({
        kind: 'failed',
        failure: { code: 'UNKNOWN_ERROR', outcome: 'unknown' },
      });
    },
  );
});

/** The accounts of a login that gives this token with these rights. */
async function logIn(accessToken: string, scope: string) {
  const tokens = answering(() => makeAnswer(200, { access_token: accessToken, expires_in: 5_184_000, scope }));
  const http: Http = (request) => (request.url.includes('/oauth/') ? tokens : world.http)(request);
  const setup = { ...NO_SETUP, baseUrl: world.box.baseUrls.network, client: world.box.clients.network };
  const granted = await network.authorization.complete(http, setup, came);
  if (granted.kind === 'failed') throw new Error(granted.failure.message);
  return granted.accounts;
}

const came = { code: 'code', redirectUri: 'https://service.test/callback', codeVerifier: '', remembered: {} };

/** The organization that the member administers. */
async function organizationOf(member: Account): Promise<Account & { displayName: string }> {
  const [, attached] = await logIn(member.credentials.accessToken ?? '', 'openid,profile,rw_organization_admin');
  if (!attached) throw new Error('the member has no organization');
  return { ...attached, baseUrl: member.baseUrl };
}

describe('a login', () => {
  test('gives the member, and the organizations that it administers where that was granted', async () => {
    const owner = world.box.createAccount('network');
    const accounts = await logIn(owner.credentials.accessToken ?? '', 'openid,profile,rw_organization_admin');
    const expiresAt = expect.any(Date);
    expect(accounts).toMatchObject([
      { accountId: owner.accountId, username: owner.displayName, displayName: owner.displayName, expiresAt },
      { accountId: expect.stringMatching(/^\d+$/), displayName: `${owner.displayName} Inc.`, expiresAt },
    ]);
    expect(accounts[1]?.credentials).toMatchObject({ author: `urn:li:organization:${accounts[1]?.accountId}` });
  });

  test('without the right to ask for organizations asks for none', async () => {
    const owner = world.box.createAccount('network');
    const before = world.box.requests().length;
    const accounts = await logIn(owner.credentials.accessToken ?? '', 'openid,profile,w_member_social');
    expect(accounts).toMatchObject([{ accountId: owner.accountId }]);
    expect(
      world.box
        .requests()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(['/v2/userinfo']);
  });

  test('with a code that is not good is refused as such', async () => {
    const setup = { ...NO_SETUP, baseUrl: world.box.baseUrls.network, client: world.box.clients.network };
    expect(await network.authorization.complete(world.http, setup, came)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });
});

describe('a check of the connection', () => {
  test('tells who it is, and the rights that the platform knows of when the app may ask', async () => {
    const account = await openAccount(world, network);
    const setup = { ...NO_SETUP, client: world.box.clients.network };
    const probed = await network.probe(world.http, account, setup);
    expect(probed).toMatchObject({
      kind: 'working',
      displayName: expect.stringContaining('on network'),
      permissions: expect.arrayContaining(['openid', 'profile', 'w_member_social']),
    });
  });

  test.each([
    [null, ['openid', 'w_member_social']],
    [{ id: 'unknown', secret: 'wrong' }, ['openid', 'w_member_social']],
  ])('tells the rights that the login gave when the app cannot ask', async (client, permissions) => {
    const account = await openAccount(world, network);
    const credentials = { ...account.credentials, scopes: 'openid w_member_social' };
    const probed = await network.probe(world.http, { ...account, credentials }, { ...NO_SETUP, client });
    expect(probed).toMatchObject({ kind: 'working', permissions });
  });

  test('of an organization asks for that', async () => {
    const organization = await organizationOf(await openAccount(world, network));
    const probed = await network.probe(world.http, organization, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'working', displayName: organization.displayName });
  });

  test('with a token that nobody gave out fails', async () => {
    const account = await openAccount(world, network);
    const probed = await network.probe(world.http, { ...account, credentials: { accessToken: 'nobody' } }, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED' } });
  });
});
