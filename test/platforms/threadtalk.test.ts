import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part } from '../../src/platforms/port/platform.js';
import { threadtalkFailures } from '../../src/platforms/threadtalk/failures.js';
import { threadtalk } from '../../src/platforms/threadtalk/threadtalk.js';
import { bare, drive } from './driving.js';
import {
  answerOf,
  bodyOf,
  CONTAINER_REFUSALS,
  expectRefused,
  REFUSALS,
  type Refusal,
  unreached,
} from './graph-refusals.js';
import { logIn, loginRequestFor, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
  answering,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  stored,
  type World,
} from './support.js';

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, threadtalk);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = (http = world.http) => threadtalk.publisher(http, NO_SETUP, clock);
const publish = async (part: Part) => (await drive(publisher, part, account)).step;

/** What was written while this was done: paths and bodies. */
async function writtenBy(work: () => Promise<unknown>) {
  const before = world.box.requests().length;
  await work();
  const written = world.box
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST');
  return written.map(({ path, body }) => [path, body]);
}

const publication = ['/v1.0/me/threads_publish', { creation_id: expect.stringMatching(/^\d{17}$/) }];

describe('what is sent', () => {
  test('a text is a container too, so that it can be looked up', async () => {
    expect(await writtenBy(() => publish(makePart('Good morning')))).toEqual([
      ['/v1.0/me/threads', { media_type: 'TEXT', text: 'Good morning' }],
      publication,
    ]);
  });

  test.each([
    ['an image', 'IMAGE', 'image_url', () => files.image('png')],
    ['a video', 'VIDEO', 'video_url', () => files.video()],
  ])('%s goes by its address, with its text and what it shows', async (_what, media_type, name, make) => {
    const file = { ...(await make()), altText: 'A cat, asleep' };
    expect(await writtenBy(() => publish(makePart('Look', { media: [file] })))).toEqual([
      ['/v1.0/me/threads', { media_type, [name]: file.url, alt_text: 'A cat, asleep', text: 'Look' }],
      publication,
    ]);
  });

  test('several images are a container each, and one for all of them, in the order of the post', async () => {
    const media = [await files.image(), await files.image()];
    expect(await writtenBy(() => publish(makePart('Two', { media })))).toEqual([
      ...media.map(({ url }) => [
        '/v1.0/me/threads',
        { is_carousel_item: 'true', media_type: 'IMAGE', image_url: url },
      ]),
      ['/v1.0/me/threads', { media_type: 'CAROUSEL', children: expect.stringMatching(/^\d+,\d+$/), text: 'Two' }],
      publication,
    ]);
  });

  test('a part of a thread replies to the one before it', async () => {
    const first = await publish(makePart('One'));
    if (first.kind !== 'published') throw new Error(first.kind);
    const written = await writtenBy(() => publish(makePart('Two', { replyTo: first.postedId })));
    expect(written[0]).toEqual(['/v1.0/me/threads', { media_type: 'TEXT', text: 'Two', reply_to_id: first.postedId }]);
  });

  test.each([
    ['', {}],
    ['everyone', { reply_control: 'everyone' }],
    ['accounts_you_follow', { reply_control: 'accounts_you_follow' }],
    ['mentioned_only', { reply_control: 'mentioned_only' }],
  ])('who may reply is said unless it is left open: %j', async (replyControl, fields) => {
    const written = await writtenBy(() => publish(makePart('Hello', { settings: { replyControl } })));
    expect(written[0]).toEqual(['/v1.0/me/threads', { media_type: 'TEXT', text: 'Hello', ...fields }]);
  });

  test('ids past 2^53 are kept exact', async () => {
    const step = await publish(makePart('Hello'));
    const { postedId = '' } = postsOf(world, account)[0] ?? {};
    expect(BigInt(postedId)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(step).toEqual({ kind: 'published', postedId, url: expect.stringMatching(new RegExp(`/${postedId}$`)) });
  });
});

describe('a container that is not everywhere yet', () => {
  const tooEarly = () =>
    world.box.setFault({
      platform: 'threadtalk',
      kind: 'answer',
      path: '/threads_publish',
      answer: { status: 400, body: bodyOf({ code: 24, error_subcode: 4279009 }) },
    });

  test('is polled again, and published once', async () => {
    tooEarly();
    expect(await publish(makePart('Hello'))).toMatchObject({ kind: 'published' });
    expect(postsOf(world, account)).toHaveLength(1);
  });

  test('is given up after half an hour', async () => {
    const { step } = await drive(publisher, makePart('Hello'), account, { steps: 1 });
    if (step.kind !== 'ready') throw new Error(step.kind);
    tooEarly();
    const state = { ...stored(step.state), since: clock().getTime() - 1_801_000 };
    const failure = { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' };
    expect(await publisher().finish(makePart('Hello'), account, state)).toMatchObject({ kind: 'failed', failure });
  });
});

const AT = new Date('2026-03-04T05:00:00.000Z');
const part = makePart('Hello', { at: AT });
/** Answers about the container 7, and with the posts of the account. */
const about = (container: object, posts: unknown[] = [], replies: unknown[] = []) =>
  publisher(
    answering(({ pathname }) =>
      pathname === '/v1.0/7'
        ? makeAnswer('error' in container ? 400 : 200, container)
        : pathname === '/v1.0/me/threads'
          ? makeAnswer(200, { data: posts })
          : pathname === '/v1.0/me/replies'
            ? makeAnswer(200, { data: replies })
            : makeAnswer(404, ''),
    ),
  );
const there = { accountId: '1', baseUrl: 'http://threadtalk.test', credentials: { accessToken: 'token' } };
const progress = { items: [], container: '7', isFinished: true, since: clock().getTime() };
const post = (id: string, text?: string) => ({
  id,
  text,
  timestamp: '2026-03-04T05:00:07+0000',
  permalink: `https://threadtalk.test/@me/post/${id}`,
});

test.each([
  ['ERROR', 'FAILED_DOWNLOADING_VIDEO', 'PLATFORM_SERVER_ERROR'],
  ['ERROR', 'UNKNOWN', 'PLATFORM_SERVER_ERROR'],
  ['ERROR', 'FAILED_PROCESSING_VIDEO', 'INVALID_CONTENT'],
  ['ERROR', 'INVALID_ASPEC_RATIO', 'INVALID_CONTENT'],
  ['ERROR', 'INVALID_DURATION', 'INVALID_CONTENT'],
  ['ERROR', undefined, 'INVALID_CONTENT'],
  ['EXPIRED', undefined, 'PLATFORM_SERVER_ERROR'],
])('a container that says %s and %j is %s, and nothing was published', async (status, error_message, code) => {
  const started = await publisher().start(makePart('', { media: [await files.video()] }), account);
  if (started.kind !== 'pending') throw new Error(started.kind);
  const body = { id: started.state.container, status, error_message };
  world.box.setFault({ platform: 'threadtalk', kind: 'answer', path: `/${body.id}`, answer: { status: 200, body } });
  const failure = { code, outcome: 'rejected', platformStatusCode: 200, platformError: JSON.stringify(body) };
  expect(await publisher().lookUp(part, account, stored(started.state))).toMatchObject({ kind: 'failed', failure });
});

describe('after a lost response', () => {
  test.each([
    ['FINISHED', { kind: 'absent' }],
    ['IN_PROGRESS', { kind: 'pending', state: { isFinished: true } }],
    ['ERROR', { kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } }],
    ['EXPIRED', { kind: 'failed', failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' } }],
  ])('a container that is %s was not published', async (status, lookup) => {
    expect(await about({ status }).lookUp(part, there, progress)).toMatchObject(lookup);
  });

  test('one that was PUBLISHED is like the post that has its text', async () => {
    const published = about({ status: 'PUBLISHED' }, [post('9'), post('8', 'Hello ')]);
    const lookup = { kind: 'alike', posts: [{ postedId: '8', url: 'https://threadtalk.test/@me/post/8' }] };
    expect(await published.lookUp(part, there, progress)).toEqual(lookup);
  });

  test('one that cannot be read is like the post that has its text, or is unknown', async () => {
    const lost = bodyOf({ code: 100, error_subcode: 33 });
    expect(await about(lost, [post('8', 'Hello')]).lookUp(part, there, progress)).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: '8' }],
    });
    expect(await about(lost, [post('9', 'Another')]).lookUp(part, there, progress)).toMatchObject({ kind: 'pending' });
    const since = clock().getTime() - 1_801_000;
    const overdue = about(lost, [post('9', 'Another')]).lookUp(part, there, { ...progress, since });
    expect(await overdue).toEqual({ kind: 'unsupported' });
  });

  describe('a reply that was PUBLISHED', () => {
    const reply = { ...part, replyTo: '5' };
    const PUBLISHED = { status: 'PUBLISHED' };
    const replyTo = (postId: string, id: string, text = 'Hello') => ({ ...post(id, text), replied_to: { id: postId } });
    const withScopes = (scopes: string) => ({ ...there, credentials: { ...there.credentials, scopes } });

    test('is like each reply of the account to the same post that has its text', async () => {
      const replies = [replyTo('5', '9', 'Another'), replyTo('4', '8'), replyTo('5', '7')];
      const url = 'https://threadtalk.test/@me/post/7';
      const alike = { kind: 'alike', posts: [{ postedId: '7', url }] };
      expect(await about(PUBLISHED, [post('6', 'Hello')], replies).lookUp(reply, there, progress)).toEqual(alike);
    });

    test('is found after a lost response', async () => {
      const first = await publish(makePart('One'));
      if (first.kind !== 'published') throw new Error(first.kind);
      const second = makePart('Two', { replyTo: first.postedId });
      world.box.setFault({ platform: 'threadtalk', kind: 'reset_after_store' });
      const lost = await drive(publisher, second, account);
      const postedId = postsOf(world, account).find(({ text }) => text === 'Two')?.postedId;
      expect(await publisher().lookUp(bare(second), account, lost.state)).toMatchObject({
        kind: 'alike',
        posts: [{ postedId }],
      });
    });

    test('cannot be read without the scope of replies: it is unknown, and not posted again', async () => {
      const replies = [replyTo('5', '7')];
      const look = (scopes: string) => about(PUBLISHED, [], replies).lookUp(reply, withScopes(scopes), progress);
      const posting = 'threads_basic threads_content_publish';
      expect(await look(posting)).toEqual({ kind: 'unsupported' });
      expect(await look(`${posting} threads_read_replies`)).toMatchObject({ kind: 'alike' });
    });
  });

  test('a platform that does not respond to the lookup leaves the outcome open', async () => {
    const failure = { code: 'INVALID_CONTENT', outcome: 'unknown' };
    const step = await about(bodyOf({ code: 100 })).lookUp(part, there, progress);
    expect(step).toMatchObject({ kind: 'failed', failure });
  });
});

describe('what the platform refuses', () => {
  const refused: readonly Refusal[] = [
    [{ code: 24, error_subcode: 4279009 }, 'PLATFORM_SERVER_ERROR'],
    ...CONTAINER_REFUSALS,
    ...REFUSALS,
  ];

  test.each(refused)('%j is %s', async (platformError, code) => {
    world.box.setFault({ platform: 'threadtalk', kind: 'answer', path: '/threads', answer: answerOf(platformError) });
    expectRefused(await publisher().start(makePart('Hello'), account), platformError, code, 'rejected');
  });

  test('every row of the table is reached by a response', () => {
    // Those of a container that failed are reported by its status.
    const documented = threadtalkFailures.rows.filter(({ error }) => error !== 'ERROR' && error !== 'EXPIRED');
    const bodies = refused.map(([platformError]) => bodyOf(platformError));
    expect(unreached({ ...threadtalkFailures, rows: documented }, bodies)).toEqual([]);
  });
});

describe('logins', () => {
  const credentialsOf = async (scopes: string[] | null = null) => {
    const owner = world.box.createAccount('threadtalk');
    const setup = { ...setupOf(world, threadtalk), scopes };
    return { owner, setup, granted: await logIn(world.http, threadtalk.authorization, setup, [owner]) };
  };

  test('the brief token is exchanged for one of 60 days, which is renewed 14 days ahead, by itself', async () => {
    const { owner, setup, granted } = await credentialsOf();
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const [attached] = granted.accounts;
    const { expiresAt, credentials } = attached ?? {};
    const days = (date: Date | null | undefined) => ((date?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days(expiresAt)).toBeCloseTo(60, 2);
    const session = threadtalk.session(world.http, setup);
    expect(days(session.renewAt(credentials ?? {}))).toBeCloseTo(46, 2);
    const { accountId, baseUrl } = owner;
    const renewed = await session.refresh({ accountId, baseUrl, credentials: credentials ?? {} });
    if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
    expect(renewed.credentials.accessToken).not.toBe(credentials?.accessToken);
    expect(days(renewed.expiresAt)).toBeCloseTo(60, 2);
  });

  test('a login requests the scopes of reply management and deletion, and what was granted is stored', async () => {
    const managing = ['threads_read_replies', 'threads_manage_replies', 'threads_delete', 'threads_manage_insights'];
    const posting = ['threads_basic', 'threads_content_publish'];
    const loginRequest = loginRequestFor(threadtalk.authorization, account);
    const startedLogin = await threadtalk.authorization.begin(world.http, setupOf(world, threadtalk), loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    expect(new URL(startedLogin.url).searchParams.get('scope')).toBe([...posting, ...managing].join(','));
    for (const scopes of [null, posting]) {
      const { granted } = await credentialsOf(scopes);
      const stored = [...posting, ...(scopes ? [] : managing)].join(' ');
      expect(granted).toMatchObject({ kind: 'granted', accounts: [{ credentials: { scopes: stored } }] });
    }
  });

  test('a token without permission to post is rejected', async () => {
    const { granted } = await credentialsOf(['threads_basic']);
    const failure = { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' };
    expect(granted).toMatchObject({ kind: 'failed', failure });
  });

  test('a check requests what the token may do', async () => {
    const { owner, setup, granted } = await credentialsOf();
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const { accountId, baseUrl, displayName } = owner;
    const connected = { accountId, baseUrl, credentials: granted.accounts[0]?.credentials ?? {} };
    expect(await threadtalk.probe(world.http, connected, setup)).toEqual({
      kind: 'working',
      displayName,
      permissions: [
        ...['threads_basic', 'threads_content_publish', 'threads_read_replies', 'threads_manage_replies'],
        'threads_delete',
        'threads_manage_insights',
      ],
    });
  });
});
