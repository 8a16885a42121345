import type { Fault } from '../../sandbox/sandbox.js';
import { pinboard as adapter } from '../../src/platforms/pinboard/pinboard.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part, PartMedia } from '../../src/platforms/port/platform.js';
import { makeVideo } from '../support/video-file.js';
import { drive } from './driving.js';
import { logIn, loginRequestFor, REDIRECT_URI, setupOf } from './logging-in.js';
import { type MediaFiles, mediaOf, openMediaFiles } from './media-files.js';
import {
  answering,
  asServed,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  skip,
  type World,
} from './support.js';

const pinboard = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, pinboard);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = () => pinboard.publisher(world.http, NO_SETUP, clock);
const pinOf = async (text: string, images = 1): Promise<Part> =>
  makePart(text, { media: await Promise.all(Array.from({ length: images }, () => files.image())) });
const sent = () =>
  world.box
    .requests()
    .filter(({ path }) => path === '/v5/pins')
    .at(-1)?.body;

test('an image is a pin on the board: title, description and what it shows', async () => {
  const part = await pinOf('Sourdough, day 3\n\nIt lives!');
  const [image] = part.media;
  const media = [{ ...image, altText: 'A jar' } as (typeof part.media)[number]];
  const step = await publisher().start({ ...part, media }, account);
  expect(sent()).toEqual({
    board_id: account.accountId,
    title: 'Sourdough, day 3',
    description: part.text,
    alt_text: 'A jar',
    media_source: { source_type: 'image_url', url: image?.url },
  });
  const [post] = postsOf(world, account);
  // Longer than a JavaScript number holds exactly.
  expect(step).toMatchObject({ kind: 'published', postedId: expect.stringMatching(/^\d{18}$/) });
  expect(step).toMatchObject({ postedId: post?.postedId });
});

test('several images are one pin, in their order, and it has one text for what they show', async () => {
  const part = await pinOf('Five', 5);
  const media = part.media.map((file, index) => ({ ...file, altText: index % 2 ? null : `${index}` }));
  expect((await publisher().start({ ...part, media }, account)).kind).toBe('published');
  const items = media.map(({ url }) => ({ url }));
  expect(sent()).toMatchObject({ alt_text: '0\n2\n4', media_source: { source_type: 'multiple_image_urls', items } });
});

test('an image without a text has neither title nor description', async () => {
  await publisher().start(await pinOf(' \n'), account);
  expect(sent()).toEqual({ board_id: account.accountId, media_source: expect.anything() });
});

test.each([
  ['a short text', 'Bread', 'Bread'],
  ['the first line', '  Bread \r\n\nand butter', 'Bread'],
  ['words that fit', `${'x'.repeat(60)} ${'y'.repeat(39)} z`, `${'x'.repeat(60)} ${'y'.repeat(39)}`],
  ['no half word', `${'x'.repeat(60)} ${'y'.repeat(40)}`, 'x'.repeat(60)],
  ['one long word', '👋'.repeat(120), '👋'.repeat(100)],
])('the title is %s', async (_what, text, title) => {
  expect((await publisher().start(await pinOf(text), account)).kind).toBe('published');
  expect(sent()).toMatchObject({ title, description: text });
});

test('a text about an image is cut at what the platform takes', async () => {
  const part = await pinOf('Long');
  const media = part.media.map((file) => ({ ...file, altText: '👋'.repeat(501) }));
  expect((await publisher().start({ ...part, media }, account)).kind).toBe('published');
  expect(sent()).toMatchObject({ alt_text: '👋'.repeat(500) });
});

describe('a video', () => {
  const videoOf = async (text: string, more: Partial<Part> = {}): Promise<Part> => {
    const video = await files.file(makeVideo(), { kind: 'video', mimeType: 'video/mp4', name: 'clip.mp4' });
    return makePart(text, { media: [{ ...video, altText: 'A loaf turns' }], ...more });
  };
  const requestsTo = (path: RegExp) => world.box.requests().filter((request) => path.test(request.path));
  const fault = (more: Partial<Fault>) =>
    world.box.setFault({ platform: 'pinboard', kind: 'answer', accountId: account.accountId, ...more });

  test('is uploaded and processed, and then a pin with a frame as its cover', async () => {
    const uploads = requestsTo(/^\/media-upload\//).length;
    const part = await videoOf('It rises\nSlowly', { videoTimestamp: 2_900 });
    const { step } = await drive(publisher, part, account);
    const [post] = postsOf(world, account);
    expect(step).toMatchObject({ kind: 'published', postedId: post?.postedId });
    expect(post).toMatchObject({ text: part.text, media: [await mediaOf(part.media[0] as PartMedia)] });
    expect(requestsTo(/^\/media-upload\//)).toHaveLength(uploads + 1);
    expect(sent()).toEqual({
      board_id: account.accountId,
      title: 'It rises',
      description: part.text,
      alt_text: 'A loaf turns',
      media_source: {
        source_type: 'video_id',
        media_id: expect.stringMatching(/^\d+$/),
        cover_image_key_frame_time: 2,
      },
    });
  });

  test('has its first frame as the cover unless another was chosen', async () => {
    await drive(publisher, await videoOf('Cover'), account);
    expect(sent()).toMatchObject({ media_source: { cover_image_key_frame_time: 0 } });
  });

  test('that the platform cannot process fails as INVALID_CONTENT, and nothing is pinned', async () => {
    const video = await files.file(makeVideo({ seconds: 15 * 60 + 1 }), {
      kind: 'video',
      mimeType: 'video/mp4',
      name: 'long.mp4',
    });
    const { step } = await drive(publisher, makePart('Long', { media: [video] }), account);
    expect(step).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: 'pinboard could not process the video' },
    });
    expect(postsOf(world, account)).toEqual([]);
  });

  test('that is never processed fails in the end, and nothing is pinned', async () => {
    const { step } = await drive(publisher, await videoOf('Never'), account, { steps: 2 });
    if (step.kind !== 'pending') throw new Error(step.kind);
    fault({ path: '/v5/media/', answer: { status: 200, body: { status: 'processing' } }, times: 0 });
    skip(31 * 60_000);
    expect(await publisher().lookUp(makePart('Never'), account, step.state)).toMatchObject({
      kind: 'failed',
      failure: { code: 'TIMEOUT_ERROR', outcome: 'rejected' },
    });
  });

  test('whose upload broke off was not published: it is uploaded again', async () => {
    const part = await videoOf('Again');
    const ready = await publisher().start(part, account);
    if (ready.kind !== 'ready') throw new Error(ready.kind);
    fault({ kind: 'reset_after_store', path: '/media-upload/', accountId: undefined });
    expect(await publisher().finish(part, account, ready.state)).toMatchObject({
      kind: 'failed',
      failure: { code: 'NETWORK_ERROR', outcome: 'rejected' },
    });
    expect(await publisher().lookUp(part, account, ready.state)).toEqual({ kind: 'absent' });
  });

  test('whose pin had no response is like the pin that has its words', async () => {
    const part = await videoOf('Lost video');
    fault({ kind: 'reset_after_store' });
    const { step, state } = await drive(publisher, part, account);
    expect(step).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
    const [post] = postsOf(world, account);
    expect(await publisher().lookUp(part, account, state)).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: post?.postedId }],
    });
  });

  test('is not uploaded where the storage refuses it: no secret of the upload is disclosed', async () => {
    const body = '<Error><Code>AccessDenied</Code><Message>uploads/1 SIGNATURE-OF-THE-UPLOAD</Message></Error>';
    fault({ path: '/media-upload/', answer: { status: 403, body }, accountId: undefined });
    const upload_parameters = { key: 'uploads/1', 'x-amz-signature': 'SIGNATURE-OF-THE-UPLOAD' };
    const registered = { media_id: '1', upload_url: `${account.baseUrl}/media-upload/`, upload_parameters };
    fault({ path: '/v5/media', answer: { status: 201, body: registered } });
    const { step } = await drive(publisher, await videoOf('Secret'), account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' } });
    expect(JSON.stringify(step)).not.toContain('SIGNATURE-OF-THE-UPLOAD');
  });
});

test.each([
  [400, 1, 'Invalid request: title', 'INVALID_CONTENT'],
  [401, 2, 'Authentication failed.', 'PLATFORM_AUTH_EXPIRED'],
  [401, 3, 'Your token does not have sufficient permissions to perform this operation.', 'PLATFORM_AUTH_EXPIRED'],
  [401, 7, 'Not authorized to access board or Pin.', 'PERMISSION_DENIED'],
  [401, 283, 'The authorization grant is invalid', 'PLATFORM_AUTH_EXPIRED'],
  [403, 29, 'You are not permitted to access that resource.', 'PERMISSION_DENIED'],
  [404, 40, 'Board not found.', 'PERMISSION_DENIED'],
  [404, 404, 'Board not found.', 'PERMISSION_DENIED'],
  [429, 8, 'This request exceeded a rate limit.', 'RATE_LIMITED'],
  [500, 500, 'Something went wrong', 'PLATFORM_SERVER_ERROR'],
] as const)('%d with code %d (%s) is %s', async (status, code, message, expected) => {
  const answer = { status, body: { code, message } };
  world.box.setFault({ platform: 'pinboard', kind: 'answer', path: '/v5/pins', answer });
  const step = await publisher().start(await pinOf('No'), account);
  expect(step).toMatchObject({
    kind: 'failed',
    failure: { code: expected, platformStatusCode: status, platformError: expect.stringContaining(message) },
  });
});

test('a board that is gone takes no pins', async () => {
  const step = await publisher().start(await pinOf('No'), { ...account, accountId: '12345' });
  expect(step).toMatchObject({ kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } });
});

describe('after a lost response', () => {
  const lose = async (part: Part) => {
    world.box.setFault({ platform: 'pinboard', kind: 'reset_after_store', accountId: account.accountId });
    expect(await publisher().start(part, account)).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
  };

  test('it is like the pin that has its words', async () => {
    const part = await pinOf('Two\nlines 👋');
    await publisher().start(await pinOf('Another'), account);
    await lose(part);
    const post = postsOf(world, account).find(({ text }) => text === part.text);
    expect(await publisher().lookUp(part, account, null)).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: post?.postedId }],
    });
  });

  test('a pin that is not in the list may be live all the same', async () => {
    expect(await publisher().lookUp(await pinOf('Never sent'), account, null)).toEqual({ kind: 'unsupported' });
  });

  test('a pin without text cannot be distinguished from another', async () => {
    const part = await pinOf('');
    await lose(part);
    expect(await publisher().lookUp(part, account, null)).toEqual({ kind: 'unsupported' });
  });

  test('neither an older pin nor another post of ours is it', async () => {
    const part = await pinOf('Again');
    await lose(part);
    const [post] = postsOf(world, account);
    const taken = new Set([post?.postedId ?? '']);
    expect(await publisher().lookUp({ ...part, taken }, account, null)).toEqual({ kind: 'unsupported' });
    const later = { ...part, at: new Date(Date.now() + 600_000) };
    expect(await publisher().lookUp(later, account, null)).toEqual({ kind: 'unsupported' });
  });

  test('a long board is read for a thousand pins', async () => {
    const loginRequest: string[] = [];
    const http = answering((url) => {
      loginRequest.push(url.search);
      return makeAnswer(200, { items: [], bookmark: `b${loginRequest.length}` });
    });
    expect(await pinboard.publisher(http, NO_SETUP, clock).lookUp(await pinOf('Deep'), account, null)).toEqual({
      kind: 'unsupported',
    });
    expect(loginRequest).toEqual(
      ['', '&bookmark=b1', '&bookmark=b2', '&bookmark=b3'].map((rest) => `?page_size=250${rest}`),
    );
  });

  test('times have a zone or are UTC', async () => {
    const part = await pinOf('When', 1);
    const item = (created_at: string) => ({ id: '7', created_at, title: 'When', description: 'When' });
    const lookUpAt = (created_at: string, at: Date) =>
      pinboard
        .publisher(
          answering(() => makeAnswer(200, { items: [item(created_at)], bookmark: null })),
          NO_SETUP,
          clock,
        )
        .lookUp({ ...part, at }, account, null);
    const at = new Date('2026-03-04T05:00:00.000Z');
    expect(await lookUpAt('2026-03-04T05:00:01', at)).toMatchObject({ kind: 'alike', posts: [{ postedId: '7' }] });
    expect(await lookUpAt('2026-03-04T06:00:01+01:00', at)).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: '7' }],
    });
    expect(await lookUpAt('2026-03-04T04:00:00', at)).toEqual({ kind: 'unsupported' });
    expect(await lookUpAt('2026-03-04T05:00:01+01:00', at)).toEqual({ kind: 'unsupported' });
  });
});

describe('logins', () => {
  const own = { ...NO_SETUP, client: { id: 'app', secret: 'app-secret' } };
  const came = { code: 'c', redirectUri: REDIRECT_URI, codeVerifier: 'v', remembered: {} };

  test('without a gateway, the login is at the platform’s own address', async () => {
    const loginRequest = loginRequestFor(pinboard.authorization, account);
    const startedLogin = await pinboard.authorization.begin(world.http, own, loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const url = new URL(startedLogin.url);
    expect(url.origin + url.pathname).toBe('https://www.pinterest.com/oauth/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read',
      state: loginRequest.state,
    });
  });

  test('a login gives every board, and each takes pins', async () => {
    const boards = [world.box.createAccount('pinboard'), world.box.createAccount('pinboard')] as const;
    const setup = setupOf(world, pinboard);
    const granted = await logIn(world.http, pinboard.authorization, setup, boards);
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    expect(granted.accounts).toMatchObject(
      boards.map(({ accountId, displayName }) => ({ accountId, displayName, username: boards[0].username })),
    );
    for (const { accountId, credentials, expiresAt } of granted.accounts) {
      const { baseUrl } = boards[0];
      const step = await publisher().start(await pinOf('Hello'), { accountId, baseUrl, credentials });
      expect(step.kind).toBe('published');
      expect(world.box.posts({ accountId })).toHaveLength(1);
      // What ends is the refresh token; the access token is renewed ten days before its own end.
      const days = (time: Date | null | undefined) => Math.round(((time?.getTime() ?? 0) - Date.now()) / 86_400_000);
      expect(days(expiresAt)).toBe(60);
      expect(days(pinboard.session(world.http, setup).renewAt(credentials))).toBe(20);
    }
  });

  test('boards come in pages', async () => {
    const http = answering((url) => {
      if (url.pathname.endsWith('/oauth/token')) return makeAnswer(200, { access_token: 'a', expires_in: 60 });
      if (url.pathname.endsWith('/user_account')) return makeAnswer(200, { username: 'ann' });
      const page = Number(url.searchParams.get('bookmark') ?? 1);
      const items = [{ id: String(page), name: `Board ${page}` }];
      return makeAnswer(200, { items, bookmark: page < 3 ? String(page + 1) : null });
    });
    const granted = await pinboard.authorization.complete(http, own, came);
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    expect(granted.accounts.map(({ accountId, displayName }) => [accountId, displayName])).toEqual([
      ['1', 'Board 1'],
      ['2', 'Board 2'],
      ['3', 'Board 3'],
    ]);
  });

  test('for a user without a board, the error says to create one', async () => {
    const http = answering((url) =>
      url.pathname.endsWith('/boards')
        ? makeAnswer(200, { items: [] })
        : makeAnswer(200, { access_token: 'a', username: 'ann' }),
    );
    expect(await pinboard.authorization.complete(http, own, came)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PERMISSION_DENIED', message: expect.stringContaining('create one') },
    });
  });

  test.each([
    [{ code: 2, message: 'Authentication failed.' }, 'PLATFORM_NOT_CONFIGURED'],
    [{ code: 283, message: 'The authorization grant is invalid' }, 'PLATFORM_AUTH_EXPIRED'],
  ])('a renewal that is refused with %j is %s', async (body, code) => {
    const session = pinboard.session(
      answering(() => makeAnswer(401, body)),
      own,
    );
    const credentials = { accessToken: 'a', refreshToken: 'r' };
    expect(await session.refresh({ ...account, credentials })).toMatchObject({ kind: 'failed', failure: { code } });
  });
});
