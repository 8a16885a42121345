import type { Http } from '../../src/foundation/http-client/http.js';
import { messenger } from '../../src/platforms/messenger/messenger.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part } from '../../src/platforms/port/platform.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
  answering,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
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

/** Where everybody can read a message of the account's channel, which is called as its messages say. */
const addressOf = ({ accountId, baseUrl }: Account, postedId: string) => {
  const [message] = [world.box.posts({ accountId })[0]?.record].flat() as [{ chat: { username: string } }];
  return `${baseUrl}/${message.chat.username}/${postedId}`;
};

test('a message in a chat that only members can read has no address', async () => {
  const account = await openAccount(world, messenger);
  const closed: Http = async (request) => {
    const answer = await world.http(request);
    if (answer.kind !== 'answer') return answer;
    const { result } = answer.json as { result: { chat: object } };
    return makeAnswer(200, { ok: true, result: { ...result, chat: { ...result.chat, username: undefined } } });
  };
  const step = await messenger.publisher(closed, NO_SETUP, clock).start(makePart('Hello'), account);
  expect(step).toEqual({ kind: 'published', postedId: expect.stringMatching(/^\d+$/) });
});

test('a message goes to the chat of the connection, as plain text', async () => {
  const account = await openAccount(world, messenger);
  const text = '*not* _markup_ <b>';
  const step = await messenger.publisher(world.http, NO_SETUP, clock).start(makePart(text), account);
  const [{ postedId } = { postedId: '' }] = postsOf(world, account);
  expect(step).toEqual({ kind: 'published', postedId, url: addressOf(account, postedId) });
  expect(world.box.requests().at(-1)?.body).toEqual({ chat_id: account.credentials.chatId, text });
});

test('no request asks whether a message is there', async () => {
  const account = await openAccount(world, messenger);
  const before = world.box.requests().length;
  expect(await messenger.publisher(world.http, NO_SETUP, clock).lookUp(makePart('Hello'), account, null)).toEqual({
    kind: 'unsupported',
  });
  expect(world.box.requests()).toHaveLength(before);
});

test.each(['1:a/../../x', '1:a?x=', 'token', '1:a b', ''])(
  'a token %j that could change the path is not used',
  async (botToken) => {
    let requestCount = 0;
    const http = answering(() => {
      requestCount += 1;
      return makeAnswer(200, '');
    });
    const account = { accountId: '1', baseUrl: 'http://messenger.test', credentials: { botToken, chatId: '1' } };
    expect(await messenger.publisher(http, NO_SETUP, clock).start(makePart('Hello'), account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
    expect(requestCount).toBe(0);
  },
);

describe('media', () => {
  const publisher = () => messenger.publisher(world.http, NO_SETUP, clock);
  const stateOf = (step: LookupResult) => {
    if (step.kind !== 'ready' && step.kind !== 'pending') throw new Error(`${step.kind} has no state`);
    return stored(step.state);
  };
  const lastRequest = () => {
    const { path = '', body = {} } = world.box.requests().at(-1) ?? {};
    const { fields, files: sent } = body as { fields: Record<string, string>; files: { field: string }[] };
    return { method: path.split('/').pop(), fields, sent: sent.map(({ field }) => field) };
  };

  test.each([
    ['image', 'photo', 'sendPhoto', {}],
    ['GIF', 'animation', 'sendAnimation', {}],
    ['video', 'video', 'sendVideo', { supports_streaming: 'true', width: '640', height: '360', duration: '12' }],
  ] as const)('one %s is a %s', async (what, field, method, shown) => {
    const account = await openAccount(world, messenger);
    const media = [what === 'video' ? await files.video() : await files.image(what === 'GIF' ? 'gif' : 'jpeg')];
    await publish(publisher(), makePart('A *caption*', { media }), account);
    const fields = { chat_id: account.credentials.chatId, caption: 'A *caption*', ...shown };
    expect(lastRequest()).toEqual({ method, fields, sent: [field] });
  });

  test('several are an album whose first file has the caption', async () => {
    const account = await openAccount(world, messenger);
    const part = makePart('All of it', { media: [await files.image('gif'), await files.video()] });
    const step = await publish(publisher(), part, account);
    const { method, fields, sent } = lastRequest();
    expect({ method, sent }).toEqual({ method: 'sendMediaGroup', sent: ['file0', 'file1'] });
    expect(JSON.parse(fields.media ?? '')).toEqual([
      { type: 'photo', media: 'attach://file0', caption: 'All of it' },
      { type: 'video', media: 'attach://file1', supports_streaming: true, width: 640, height: 360, duration: 12 },
    ]);
    const [album] = postsOf(world, account);
    expect(album?.record).toMatchObject([{ message_id: Number(album?.postedId) }, {}]);
    const [, second] = (album?.record ?? []) as { message_id: number }[];
    const postedId = album?.postedId ?? '';
    const furtherIds = [String(second?.message_id)];
    expect(step).toEqual({ kind: 'published', postedId, furtherIds, url: addressOf(account, postedId) });
  });

  test('nothing is sent before it is noted that it may be, nor for how long it may take', async () => {
    const account = await openAccount(world, messenger);
    const before = world.box.requests().length;
    const media = [await files.image(), await files.padded(await files.video(), 5_000_000)];
    const step = await publisher().start(makePart('Hello', { media }), account);
    expect(step).toMatchObject({ kind: 'ready', withinMs: expect.any(Number) });
    expect((step as { withinMs: number }).withinMs).toBeGreaterThanOrEqual(100_000);
    expect(world.box.requests()).toHaveLength(before);
    // A worker that died while it sent has left nothing that could be looked up.
    expect(await publisher().lookUp(makePart('Hello'), account, stateOf(step))).toEqual({ kind: 'unsupported' });
  });

  test('a file that is no image is INVALID_CONTENT', async () => {
    const account = await openAccount(world, messenger);
    const page = await files.file('<script>', { kind: 'image', mimeType: 'image/png', name: 'image.png' });
    expect(await publish(publisher(), makePart('Hello', { media: [page] }), account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected' },
    });
  });

  test('a video of more than 50 MB is CONTENT_TOO_LARGE', async () => {
    const account = await openAccount(world, messenger);
    const part = makePart('Hello', { media: [await files.video(51 * 1024 * 1024)] });
    expect(await publish(publisher(), part, account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'CONTENT_TOO_LARGE', outcome: 'rejected' },
    });
  });

  describe('a text that is too long for a caption', () => {
    const long = `${'👍'.repeat(512)}x`;
    /** Sends the media of a part; the text is next. */
    const begin = async (text = long) => {
      const account = await openAccount(world, messenger);
      const part: Part = makePart(text, { media: [await files.image()] });
      const started = await publisher().start(part, account);
      const sent = await publisher().finish(part, account, stateOf(started));
      return { account, part, sent };
    };

    test('1024 UTF-16 units are a caption, one more is not', async () => {
      expect((await begin(long.slice(0, 1024))).sent.kind).toBe('published');
      expect((await begin()).sent.kind).toBe('ready');
    });

    test('is a reply to the media, whose number is that of the post', async () => {
      const { account, part, sent } = await begin();
      const step = await publisher().finish(part, account, stateOf(sent));
      const [media, text] = postsOf(world, account);
      expect(media).toMatchObject({ text: '', media: [{ mimeType: 'image/jpeg' }] });
      expect(text).toMatchObject({
        text: part.text,
        record: { reply_to_message: { message_id: Number(media?.postedId) } },
      });
      const postedId = media?.postedId ?? '';
      const furtherIds = [text?.postedId];
      expect(step).toEqual({ kind: 'published', postedId, furtherIds, url: addressOf(account, postedId) });
    });

    test('is sent when the platform takes it again, and nothing twice', async () => {
      const { account, part, sent } = await begin();
      world.box.setFault({ platform: 'messenger', kind: 'rate_limited', resetSeconds: 30 });
      const held = await publisher().finish(part, account, stateOf(sent));
      expect(held).toMatchObject({ kind: 'pending' });
      expect((held as { checkAfterMs: number }).checkAfterMs).toBeGreaterThan(28_000);
      const next = await publisher().lookUp(part, account, stateOf(held));
      expect((await publisher().finish(part, account, stateOf(next))).kind).toBe('published');
      expect(postsOf(world, account).map(({ text }) => text)).toEqual(['', part.text]);
    });

    test('is not sent at once, and ever less often, to a platform that always says "now"', async () => {
      const waits = [0, 60_000, 3_600_000].map(async (age) => {
        const { account, part, sent } = await begin();
        const { accountId } = account;
        world.box.setFault({ platform: 'messenger', kind: 'rate_limited', resetSeconds: 0, accountId });
        const tried = { ...part, at: new Date(Date.now() - age) };
        const held = await publisher().finish(tried, account, stateOf(sent));
        return Math.floor((held as { checkAfterMs: number }).checkAfterMs / 1000);
      });
      expect(await Promise.all(waits)).toEqual([5, 60, 900]);
    });

    test('is given up a day after the first try', async () => {
      const { account, part, sent } = await begin();
      world.box.setFault({ platform: 'messenger', kind: 'rate_limited', resetSeconds: 86_401 });
      expect(await publisher().finish(part, account, stateOf(sent))).toMatchObject({
        kind: 'failed',
        failure: { outcome: 'unknown' },
      });
    });

    test.each([
      ['rejected', 1],
      ['reset_before_store', 1],
      ['reset_after_store', 2],
      ['server_error', 1],
    ] as const)('with a %s answer the outcome is unknown, since the media are out', async (kind, live) => {
      const { account, part, sent } = await begin();
      world.box.setFault({ platform: 'messenger', kind });
      const step = await publisher().finish(part, account, stateOf(sent));
      const [media] = postsOf(world, account);
      expect(step).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
      expect((step as { failure: { message: string } }).failure.message).toContain(`(message ${media?.postedId})`);
      expect(postsOf(world, account)).toHaveLength(live);
      expect(await publisher().lookUp(part, account, stateOf(sent))).toEqual({ kind: 'unsupported' });
    });
  });
});
