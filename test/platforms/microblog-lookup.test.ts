import { microblog } from '../../src/platforms/microblog/microblog.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part } from '../../src/platforms/port/platform.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { failureOf, problem, requestsOf } from './microblog-support.js';
import {
  answering,
  clock,
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
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, microblog);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = () => microblog.publisher(world.http, NO_SETUP, clock);
const start = (part: Part) => publisher().start(part, account);

describe('a lookup after a lost response', () => {
  const lookUp = (part: Part, state: Record<string, unknown> | null = null) => publisher().lookUp(part, account, state);
  /** Posts a part whose response is lost. */
  const lose = async (text: string): Promise<Part> => {
    const part = makePart(text);
    world.box.setFault({ platform: 'microblog', kind: 'reset_after_store' });
    await start(part);
    return part;
  };
  const lastId = () => postsOf(world, account).at(-1)?.postedId;

  test.each([
    'plain words',
    ' \n two lines\nand <b>&amp; "marks" 👋 \n',
    'a link https://example.com/a?b=c&d=e#f, and https://example.org/ twice: https://example.org/',
    'one without its scheme: example.com/path',
    'one in other letters: HTTPS://Example.com',
    'e\u0301 in two letters',
  ])('finds %j in the form that the platform made of it', async (text) => {
    const part = await lose(text);
    expect(await lookUp(part)).toMatchObject({ kind: 'alike', posts: [{ postedId: lastId() }] });
  });

  test('does not take a similar text for the part', async () => {
    await start(makePart('Hello there, see https://example.com/a'));
    for (const text of ['Hello', 'Hello there', 'Hello there, see https://example.com/b!']) {
      expect(await lookUp(makePart(text))).toEqual({ kind: 'absent' });
    }
  });

  test('knows the other posts of ours', async () => {
    await start(makePart('Hello'));
    const taken = new Set([lastId() ?? '']);
    expect(await lookUp(makePart('Hello', { taken }))).toEqual({ kind: 'absent' });
  });

  test('does not take a post with media for a part without any', async () => {
    await publish(publisher(), makePart('Hello', { media: [await files.image()] }), account);
    expect(await lookUp(makePart('Hello'))).toEqual({ kind: 'absent' });
  });

  test('identifies a part with media by its media, not by its text', async () => {
    const part = makePart('Twice', { media: [await files.image()] });
    await publish(publisher(), makePart('Twice', { media: [await files.image()] }), account);
    const { state } = (await prepare(publisher(), part, account)) as { state: Record<string, unknown> };
    expect(await lookUp({ ...part, media: [] }, stored(state))).toEqual({ kind: 'absent' });
    const published = await publisher().finish({ ...part, media: [] }, account, stored(state));
    await publish(publisher(), makePart('Twice', { media: [await files.image()] }), account);
    expect(await lookUp({ ...part, media: [] }, stored(state))).toEqual(published);
  });

  test('matches each post of its thread with the same text, oldest first', async () => {
    const post = (id: string, conversation_id: string) => ({
      ...{ id, conversation_id, text: 'Hello' },
      created_at: new Date().toISOString(),
    });
    const page = { data: [post('9', '9'), post('8', '1'), post('7', '7'), post('6', '1')], meta: { result_count: 4 } };
    const lookUpIn = (threadId: string | null) =>
      microblog
        .publisher(
          answering(() => makeAnswer(200, page)),
          NO_SETUP,
          clock,
        )
        .lookUp(makePart('Hello', { threadId }), account, null);
    expect(await lookUpIn(null)).toMatchObject({ kind: 'alike', posts: [{ postedId: '7' }, { postedId: '9' }] });
    expect(await lookUpIn('1')).toMatchObject({ kind: 'alike', posts: [{ postedId: '6' }, { postedId: '8' }] });
    expect(await lookUpIn('2')).toEqual({ kind: 'absent' });
  });

  test('sends no request for a part without a text whose media were never uploaded', async () => {
    expect(await requestsOf(world, async () => expect(await lookUp(makePart(''))).toEqual({ kind: 'absent' }))).toEqual(
      [],
    );
  });

  test('reads back to the first try, and no further', async () => {
    for (let count = 0; count < 25; count += 1) await start(makePart(`${count}`));
    const [first, second] = await requestsOf(world, () => lookUp(makePart('Other')));
    const query = {
      exclude: 'retweets',
      max_results: '20',
      'post.fields': 'attachments,conversation_id,created_at,entities',
    };
    expect(first).toMatchObject({ path: `/2/users/${account.accountId}/tweets`, query });
    expect(second).toMatchObject({ query: { ...query, pagination_token: '***' } });
    const later = makePart('23', { at: new Date(Date.now() + 600_000) });
    expect(await requestsOf(world, () => lookUp(later))).toHaveLength(1);
    expect(await lookUp(makePart('0'))).toMatchObject({ kind: 'alike' });
  });

  describe('in a long timeline', () => {
    const AT = new Date('2026-03-04T05:00:00.000Z');
    const post = (minutes: number, text: string) => ({
      id: '9',
      text,
      created_at: new Date(AT.getTime() + minutes * 60_000).toISOString(),
    });
    const timeline = (body: unknown, headers?: Record<string, string>) => {
      const http = answering(() => makeAnswer(200, body, headers));
      return microblog.publisher(http, NO_SETUP, clock).lookUp(makePart('Hello', { at: AT }), account, null);
    };
    const meta = { result_count: 1 };

    test('the same text from before the first try is not the part', async () => {
      expect(await timeline({ data: [post(-3, 'Hello')], meta: { ...meta, next_token: 'x' } })).toEqual({
        kind: 'absent',
      });
    });

    test('a clock that is far behind, as its Date header shows, does not hide the part', async () => {
      const page = { data: [post(-60, 'Hello')], meta };
      expect(await timeline(page, { date: 'Wed, 04 Mar 2026 04:06:07 GMT' })).toMatchObject({
        kind: 'alike',
        posts: [{ postedId: '9' }],
      });
    });

    test('too many newer posts leave the question open', async () => {
      expect(await timeline({ data: [post(5, 'a')], meta: { ...meta, next_token: 'x' } })).toEqual({
        kind: 'unsupported',
      });
    });

    test('a post that could not be read could be the part', async () => {
      const errors = [problem('resource-unavailable', 'Not now')];
      expect(await timeline({ data: [post(5, 'a')], errors, meta })).toEqual({ kind: 'unsupported' });
      expect(await timeline({ data: [post(5, 'Hello')], errors, meta })).toMatchObject({ kind: 'alike' });
    });

    test.each([
      ['Hello https://t.co/a1B2c3', 'unsupported'],
      ['Bye https://t.co/a1B2c3', 'absent'],
      ['Hello https://t.co/a1B2c3 again', 'absent'],
    ])('a part with a link is compared with %j, whose target is not reported: %s', async (text, kind) => {
      const http = answering(() => makeAnswer(200, { data: [post(5, text)], meta }));
      const part = makePart('Hello https://example.com/', { at: AT });
      expect(await microblog.publisher(http, NO_SETUP, clock).lookUp(part, account, null)).toEqual({ kind });
    });

    test('a list that is none says nothing', async () => {
      expect(failureOf(await timeline({}))).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' });
      expect(await timeline({ meta: { result_count: 0 } })).toEqual({ kind: 'absent' });
    });
  });
});

test('a text that the account has posted lately is refused as a duplicate, of a post that the platform does not name', async () => {
  await start(makePart('Hello'));
  const refused = await start(makePart('Hello'));
  expect(refused).toMatchObject({ kind: 'failed', duplicateOf: null });
  const failure = failureOf(refused);
  expect(failure).toMatchObject({ code: 'INVALID_CONTENT', outcome: 'rejected', platformStatusCode: 403 });
  expect(failure.platformError).toContain('duplicate content');
  expect(postsOf(world, account)).toHaveLength(1);
});
