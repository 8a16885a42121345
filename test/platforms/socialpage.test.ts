import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part } from '../../src/platforms/port/platform.js';
import { socialpageFailures } from '../../src/platforms/socialpage/failures.js';
import { socialpage } from '../../src/platforms/socialpage/socialpage.js';
import { drive } from './driving.js';
import { answerOf, bodyOf, expectRefused, REFUSALS, type Refusal, unreached } from './graph-refusals.js';
import { logIn, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answering, clock, makeAnswer, makePart, openAccount, openWorld, postsOf, type World } from './support.js';
import { MOST_GROWTH, uploadAlone } from './upload-memory.js';

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, socialpage);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = (http = world.http) => socialpage.publisher(http, NO_SETUP, clock);
const publish = async (part: Part) => (await drive(publisher, part, account)).step;

/** What was written while this was done: paths without the page's id, and bodies. */
async function writtenBy(work: () => Promise<unknown>) {
  const before = world.box.requests().length;
  await work();
  const written = world.box
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST');
  return written.map(({ path: at, body }) => [at.replace(account.accountId, 'PAGE'), body]);
}

describe('what is sent', () => {
  test('a text is one request', async () => {
    expect(await writtenBy(() => publish(makePart('Good morning')))).toEqual([
      ['/v25.0/PAGE/feed', { message: 'Good morning' }],
    ]);
    const { postedId } = postsOf(world, account)[0] ?? {};
    expect(postedId).toMatch(new RegExp(`^${account.accountId}_\\d{17}$`));
  });

  test.each([1, 3])('%d photos are uploaded unseen, and shown by one post in their order', async (count) => {
    const media = await Promise.all(
      Array.from({ length: count }, async (_, index) => ({ ...(await files.image()), altText: `Number ${index}` })),
    );
    const written = await writtenBy(() => publish(makePart('Look', { media })));
    expect(written).toEqual([
      ...media.map(({ url, altText }) => ['/v25.0/PAGE/photos', { url, published: 'false', alt_text_custom: altText }]),
      ['/v25.0/PAGE/feed', { message: 'Look', attached_media: expect.any(String) }],
    ]);
    const { attached_media } = (written.at(-1)?.[1] ?? {}) as { attached_media: string };
    const each = { media_fbid: expect.stringMatching(/^\d{17}$/) };
    expect(JSON.parse(attached_media)).toEqual(media.map(() => each));
  });

  test('a video is sent in the pieces that the platform requests', async () => {
    const video = await files.video(9_000_000);
    const [start, ...rest] = await writtenBy(() => publish(makePart('It moves', { media: [video] })));
    expect(start).toEqual(['/v25.0/PAGE/videos', { upload_phase: 'start', file_size: '9000000' }]);
    const session = { upload_session_id: expect.stringMatching(/^\d{17}$/) };
    const piece = (start_offset: number, size: number) => [
      '/v25.0/PAGE/videos',
      {
        fields: { upload_phase: 'transfer', ...session, start_offset: String(start_offset) },
        files: [{ field: 'video_file_chunk', fileName: video.name, contentType: 'video/mp4', size }],
      },
    ];
    expect(rest).toEqual([
      piece(0, 4_194_304),
      piece(4_194_304, 4_194_304),
      piece(8_388_608, 611_392),
      ['/v25.0/PAGE/videos', { upload_phase: 'finish', ...session, description: 'It moves' }],
    ]);
  });

  test('everything goes to the one host of the API, the bytes of videos too', async () => {
    const requested: string[] = [];
    const { kind, ...answer } = makeAnswer(200, {
      ...{ id: '1', upload_session_id: '2', video_id: '3', start_offset: '0', end_offset: '0' },
      ...{ success: true, status: { video_status: 'ready' } },
    });
    const makePublisher = () =>
      publisher(async ({ url }) => {
        requested.push(url);
        return { kind, ...answer };
      });
    const there = { accountId: '5', baseUrl: socialpage.defaultBaseUrl, credentials: { accessToken: 'token' } };
    await drive(makePublisher, makePart('', { media: [await files.video()] }), there);
    await drive(makePublisher, makePart('Words'), there);
    expect(requested).toEqual([
      'https://graph.facebook.com/v25.0/5/videos',
      'https://graph.facebook.com/v25.0/5/videos',
      'https://graph.facebook.com/v25.0/3',
      'https://graph.facebook.com/v25.0/5/feed',
      'https://graph.facebook.com/v25.0/1',
    ]);
  });

  test('the operator sets the version of the API', async () => {
    const setup = { ...NO_SETUP, apiVersion: 'v23.0' };
    await socialpage.publisher(world.http, setup, clock).start(makePart('Hello'), account);
    const paths = world.box.requests().map(({ path }) => path);
    expect(paths.slice(-2)).toEqual([
      `/v23.0/${account.accountId}/feed`,
      `/v23.0/${postsOf(world, account)[0]?.postedId}`,
    ]);
  });
});

describe('videos', () => {
  /** Looks up the video 3, about which the platform answers this. */
  const lookUp = (video_status: string, { isAccepted = true, minutes = 0 } = {}) =>
    publisher(answering(() => makeAnswer(200, { id: '3', status: { video_status } }))).lookUp(
      makePart('Hello'),
      account,
      { videoId: '3', sessionId: '2', isAccepted, since: clock().getTime() - minutes * 60_000 },
    );

  test('one that the platform processes is polled again', async () => {
    const { step } = await drive(publisher, makePart('', { media: [await files.video()] }), account, { steps: 2 });
    expect(step).toMatchObject({ kind: 'pending', checkAfterMs: 1000, state: { isAccepted: true } });
  });

  test.each([
    ['ready', true, 0, { kind: 'published', postedId: '3' }],
    ['processing', true, 0, { kind: 'pending' }],
    ['uploading', true, 0, { kind: 'pending' }],
    ['something new', true, 0, { kind: 'pending' }],
    ['processing', true, 31, { kind: 'failed', failure: { code: 'TIMEOUT_ERROR', outcome: 'unknown' } }],
    ['error', true, 0, { kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } }],
    ['upload_failed', true, 0, { kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } }],
    ['expired', true, 0, { kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } }],
    ['ready', false, 0, { kind: 'published', postedId: '3' }],
    ['processing', false, 0, { kind: 'pending' }],
    ['uploading', false, 0, { kind: 'absent' }],
    ['upload_complete', false, 31, { kind: 'failed', failure: { code: 'TIMEOUT_ERROR', outcome: 'unknown' } }],
  ])('one that is %s (accepted: %j) after %d minutes', async (status, isAccepted, minutes, lookup) => {
    expect(await lookUp(status, { isAccepted, minutes })).toMatchObject(lookup);
  });

  test.each([true, false])('one that is out of sight (accepted: %j) is waited for', async (isAccepted) => {
    const body = bodyOf({ code: 100, error_subcode: 33 });
    const state = { videoId: '3', sessionId: '2', isAccepted, since: clock().getTime() };
    const lost = publisher(answering(() => makeAnswer(400, body)));
    expect(await lost.lookUp(makePart(''), account, state)).toMatchObject({ kind: 'pending', state });
    const overdue = { ...state, since: clock().getTime() - 1_801_000 };
    const message = 'socialpage did not finish processing the video in time; the post may be live';
    expect(await lost.lookUp(makePart(''), account, overdue)).toMatchObject({
      failure: { code: 'TIMEOUT_ERROR', outcome: 'unknown', message },
    });
  });

  test('one that the platform cannot show is INVALID_CONTENT, and nothing was published', async () => {
    const broken = await files.file('no video', { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const failure = {
      ...{ code: 'INVALID_CONTENT', outcome: 'rejected', platformStatusCode: 200 },
      message: expect.stringContaining('The video format is not supported'),
      platformError: expect.stringContaining('1363024'),
    };
    expect(await publish(makePart('', { media: [broken] }))).toMatchObject({ kind: 'failed', failure });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test.each([
    ['processing_phase', [{ code: 1363041, message: 'In words' }], 'PLATFORM_SERVER_ERROR'],
    ['publishing_phase', [{ code: 1363023, message: 'In words' }], 'CONTENT_TOO_LARGE'],
    ['processing_phase', [{ code: 9, message: 'In words' }], 'INVALID_CONTENT'],
    ['processing_phase', 'in another form', 'INVALID_CONTENT'],
  ])('one that failed in its %s with %j is %s, and nothing was published', async (phase, errors, code) => {
    const { step } = await drive(publisher, makePart('', { media: [await files.video()] }), account, { steps: 2 });
    if (step.kind !== 'pending') throw new Error(step.kind);
    const body = { id: step.state.videoId, status: { video_status: 'error', [phase]: { status: 'error', errors } } };
    world.box.setFault({ platform: 'socialpage', kind: 'answer', path: `/${body.id}`, answer: { status: 200, body } });
    const failure = { code, outcome: 'rejected', platformError: JSON.stringify(body) };
    expect(await publisher().lookUp(makePart(''), account, step.state)).toMatchObject({ kind: 'failed', failure });
  });

  test('an upload ends if the platform requests the same piece again and again', async () => {
    const makePublisher = () =>
      publisher(
        answering(() =>
          makeAnswer(200, { upload_session_id: '2', video_id: '3', start_offset: '0', end_offset: '10' }),
        ),
      );
    const { step } = await drive(makePublisher, makePart('', { media: [await files.video()] }), account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' } });
  });

  test('memory does not grow with what is uploaded', async () => {
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const [, large] = await uploadAlone('socialpage', account, media);
    expect(large).toMatchObject({ kind: 'pending', pieces: 1 });
    expect(large?.grown).toBeLessThan(MOST_GROWTH);
  });
});

describe('after a lost response', () => {
  const AT = new Date('2026-03-04T05:00:00.000Z');
  const part = makePart('Hello', { at: AT });
  const post = (id: string, message: string, created_time = '2026-03-04T05:00:07+0000') => ({
    ...{ id, message, created_time },
    permalink_url: `https://socialpage.test/${id}`,
  });
  const lookUp = (posts: unknown[], taken: string[] = []) =>
    publisher(answering(() => makeAnswer(200, { data: posts }))).lookUp(
      { ...part, taken: new Set(taken) },
      account,
      null,
    );

  test('a page that has nothing new has not this post', async () => {
    expect(await lookUp([post('5_6', 'Hello', '2026-03-04T04:50:00+0000')])).toEqual({ kind: 'absent' });
    expect(await lookUp([post('5_9', 'Hello')], ['5_9'])).toEqual({ kind: 'absent' });
    expect(await lookUp([post('5_9', 'Another')])).toEqual({ kind: 'absent' });
    expect(await lookUp([post('5_9', '')])).toEqual({ kind: 'absent' });
  });

  describe('pages of posts', () => {
    const ANOTHER = post('5_9', 'Another');
    const OLDER = post('5_1', 'Older', '2026-03-04T04:00:00+0000');
    /** Looks in a list of these pages; one after the last is the last again. */
    const lookUpIn = async (pages: unknown[][]) => {
      const requested: (string | null)[] = [];
      const http = answering(({ searchParams }) => {
        requested.push(searchParams.get('after'));
        const number = requested.length;
        const paging = { cursors: { after: `c${number}` }, next: 'https://socialpage.test/next' };
        return makeAnswer(200, { data: pages[number - 1] ?? pages.at(-1), paging });
      });
      return { found: await publisher(http).lookUp(part, account, null), requested };
    };

    test('are read back to the first try: newer posts do not hide it', async () => {
      expect(await lookUpIn([[ANOTHER], [ANOTHER, post('5_8', 'Hello')], [OLDER]])).toEqual({
        found: { kind: 'alike', posts: [{ postedId: '5_8', url: 'https://socialpage.test/5_8' }] },
        requested: [null, 'c1', 'c2'],
      });
      const { found, requested } = await lookUpIn([[ANOTHER], [ANOTHER, OLDER]]);
      expect(found).toEqual({ kind: 'absent' });
      expect(requested).toEqual([null, 'c1']);
    });

    test('are read until a thousand posts are: then the outcome is unknown', async () => {
      const { found, requested } = await lookUpIn([[ANOTHER]]);
      expect(found).toEqual({ kind: 'unsupported' });
      expect(requested).toHaveLength(10);
    });
  });

  test('it is like each new post that has its text, oldest first', async () => {
    expect(await lookUp([post('5_9', 'Hello'), post('5_8', 'Another'), post('5_7', 'Hello')])).toEqual({
      kind: 'alike',
      posts: [
        { postedId: '5_7', url: 'https://socialpage.test/5_7' },
        { postedId: '5_9', url: 'https://socialpage.test/5_9' },
      ],
    });
  });

  test('when a new post has nearly its text, the outcome is unknown: it is not posted again', async () => {
    expect(await lookUp([post('5_9', 'Hello!')])).toEqual({ kind: 'unsupported' });
  });
});

describe('what the platform refuses', () => {
  const both = (numbers: readonly number[], code: Refusal[1]): Refusal[] =>
    numbers.flatMap((number): Refusal[] => [
      [{ code: number }, code],
      [{ code: 100, error_subcode: number }, code],
    ]);
  const refused: readonly Refusal[] = [
    ...REFUSALS,
    ...both([1363023, 1366046], 'CONTENT_TOO_LARGE'),
    ...both([1363024, 1363025, 1363026, 1363031, 1363032, 1609008, 1609010], 'INVALID_CONTENT'),
    ...both([6000, 506, 1390008, 1404102], 'INVALID_CONTENT'),
    ...both([1363030, 1363033, 1363019, 1363041], 'PLATFORM_SERVER_ERROR'),
    ...both([1404078, 490], 'PLATFORM_AUTH_EXPIRED'),
    [{ code: 6000, error_subcode: 1363023 }, 'CONTENT_TOO_LARGE'],
    [{ code: 6000, error_subcode: 1363030 }, 'PLATFORM_SERVER_ERROR'],
    [{ code: 190, error_subcode: 490 }, 'PLATFORM_AUTH_EXPIRED'],
    [{ code: 200, error_subcode: 506 }, 'INVALID_CONTENT'],
    [{ code: 4, error_subcode: 490 }, 'PLATFORM_AUTH_EXPIRED'],
  ];

  test.each(refused)('%j is %s', async (platformError, code) => {
    world.box.setFault({ platform: 'socialpage', kind: 'answer', path: '/feed', answer: answerOf(platformError) });
    const step = await publisher().start(makePart('Hello'), account);
    expectRefused(step, platformError, code, code === 'PLATFORM_SERVER_ERROR' ? 'unknown' : 'rejected');
  });

  test('every row of the table is reached by a response', () => {
    const bodies = [...refused, ...EVERY_SUBCODE.map((error_subcode) => [{ code: -1, error_subcode }] as const)];
    expect(
      unreached(
        socialpageFailures,
        bodies.map(([platformError]) => bodyOf(platformError)),
      ),
    ).toEqual(
      // Of the family too: its own row comes first.
      [{ error: 506, code: 'INVALID_CONTENT' }],
    );
  });
});

const EVERY_SUBCODE = [1363024, 1363025, 1363026, 1363031, 1363032, 1609008, 1609010, 6000, 506, 1390008, 1404102];

describe('logins', () => {
  test('each page that the person chose is an account with a separate token, which does not expire', async () => {
    const pages = [world.box.createAccount('socialpage'), world.box.createAccount('socialpage')] as const;
    const setup = setupOf(world, socialpage);
    const granted = await logIn(world.http, socialpage.authorization, setup, [...pages]);
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    expect(granted.accounts).toMatchObject(
      pages.map(({ accountId, username, displayName, profileUrl }) => ({
        ...{ accountId, username, displayName, profileUrl, expiresAt: null },
        credentials: {
          scopes: 'pages_show_list pages_manage_posts pages_read_engagement pages_manage_engagement read_insights',
        },
      })),
    );
    for (const [index, { accountId, baseUrl }] of pages.entries()) {
      const connected = { accountId, baseUrl, credentials: granted.accounts[index]?.credentials ?? {} };
      expect((await publisher().start(makePart('Hello'), connected)).kind).toBe('published');
      expect(world.box.posts({ accountId })).toHaveLength(1);
    }
  });

  test('a token without permission to post is rejected', async () => {
    const setup = { ...setupOf(world, socialpage), scopes: ['pages_show_list', 'pages_read_engagement'] };
    const granted = await logIn(world.http, socialpage.authorization, setup, [world.box.createAccount('socialpage')]);
    const failure = { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' };
    expect(granted).toMatchObject({ kind: 'failed', failure });
  });

  test('a list of pages is read to its end', async () => {
    const pageOf = (from: number, next?: string) => ({
      data: [{ id: String(from), name: `Page ${from}`, access_token: `token-${from}` }],
      paging: { cursors: { before: 'b', after: `after-${from}` }, ...(next === undefined ? {} : { next }) },
    });
    const http = answering(({ pathname, searchParams }) => {
      if (pathname.endsWith('/oauth/access_token')) return makeAnswer(200, { access_token: 'person' });
      if (pathname.endsWith('/debug_token')) return makeAnswer(200, { data: { scopes: ['pages_manage_posts'] } });
      return makeAnswer(200, searchParams.get('after') === 'after-1' ? pageOf(2) : pageOf(1, 'https://more.test/'));
    });
    const came = { code: 'code', redirectUri: 'http://127.0.0.1/', codeVerifier: '', remembered: {} };
    const granted = await socialpage.authorization.complete(http, setupOf(world, socialpage), came);
    expect(granted).toMatchObject({ kind: 'granted', accounts: [{ accountId: '1' }, { accountId: '2' }] });
  });

  test('a user who selects no page gets an error that says so', async () => {
    const http = answering(({ pathname }) =>
      pathname.endsWith('/me/accounts')
        ? makeAnswer(200, { data: [] })
        : makeAnswer(200, { access_token: 'person', data: { scopes: ['pages_manage_posts'] } }),
    );
    const came = { code: 'code', redirectUri: 'http://127.0.0.1/', codeVerifier: '', remembered: {} };
    const granted = await socialpage.authorization.complete(http, setupOf(world, socialpage), came);
    const failure = { code: 'PERMISSION_DENIED', message: expect.stringContaining('no page') };
    expect(granted).toMatchObject({ kind: 'failed', failure });
  });

  test('a check requests whose the token is, and what the app may do with it', async () => {
    const page = world.box.createAccount('socialpage');
    const setup = setupOf(world, socialpage);
    const granted = await logIn(world.http, socialpage.authorization, setup, [page]);
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const { accountId, baseUrl, displayName } = page;
    // What the app was answered then is not what it is answered now.
    const credentials = { ...granted.accounts[0]?.credentials, scopes: 'pages_manage_posts' };
    expect(await socialpage.probe(world.http, { accountId, baseUrl, credentials }, setup)).toEqual({
      kind: 'working',
      displayName,
      permissions: [
        ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
        ...['pages_manage_engagement', 'read_insights'],
      ],
    });
  });

  test('a check without the app returns the scopes of the login', async () => {
    const credentials = { ...account.credentials, scopes: 'pages_manage_posts' };
    const probed = await socialpage.probe(world.http, { ...account, credentials }, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'working', permissions: ['pages_manage_posts'] });
  });
});
