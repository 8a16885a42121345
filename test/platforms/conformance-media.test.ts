import type { FaultKind, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Http } from '../../src/platforms/http.js';
import type { Account, Part, PartMedia, Sighting } from '../../src/platforms/platform.js';
import { NO_SETUP } from '../../src/platforms/reach.js';
import { platforms } from '../../src/platforms/registry.js';
import { type MediaFiles, mediaOf, openMediaFiles } from './media-files.js';
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
  until,
  type World,
} from './support.js';

/** Platforms that cannot be asked what became of a post. */
const UNANSWERABLE = new Set(['messenger']);
/** Platforms that take media before they are asked to publish them. */
const PREPARING = new Set(['fediverse', 'skyfeed']);

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

const failureOf = (step: Sighting) => {
  if (step.kind !== 'failed') throw new Error(`${step.kind} where a failure was wanted`);
  return step.failure;
};

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (_key, platform) => {
  let account: Account;
  let image: PartMedia;
  beforeEach(async () => {
    account = await openAccount(world, platform);
    image = await files.image();
  });

  const publisher = (http = world.http) => platform.publisher(http, NO_SETUP);
  const fault = (kind: FaultKind, on: 'publish' | 'any' = 'publish') =>
    world.box.setFault({ platform: platform.key as SandboxPlatform, kind, on, times: on === 'any' ? 0 : 1 });

  /** Prepares a part with an image, then asks for its last write under a fault. */
  const finishUnder = async (kind: FaultKind, part: Part): Promise<{ step: Sighting; state: object }> => {
    const ready = await prepare(publisher(), part, account);
    if (ready.kind !== 'ready') throw new Error(`${ready.kind} where everything should be prepared`);
    const state = stored(ready.state);
    fault(kind);
    const http = kind.startsWith('timeout') ? world.impatient : world.http;
    return { step: await publisher(http).finish(part, account, state), state };
  };

  const expectPublished = async (part: Part) => {
    const step = await publish(publisher(), part, account);
    const posts = postsOf(world, account);
    expect(posts).toHaveLength(1);
    expect(step).toMatchObject({ kind: 'published', postedId: posts[0]?.postedId });
    expect(posts[0]?.text).toBe(part.text);
    expect(posts[0]?.media).toMatchObject(await Promise.all(part.media.map(mediaOf)));
    expect(posts[0]?.media).toHaveLength(part.media.length);
  };

  test('an image is published once, with its text and its bytes', () =>
    expectPublished(makePart('Two\nlines, 世界 👋', { media: [image] })));

  test('an image needs no text', () => expectPublished(makePart('', { media: [image] })));

  test('four images keep their order', async () => {
    const media = [image, await files.image('png'), await files.image('jpeg', 10, 40), await files.image('png', 64, 8)];
    await expectPublished(makePart('Four', { media }));
  });

  test('a video is published once, with its text and its bytes', async () => {
    await expectPublished(makePart('It moves', { media: [await files.video()] }));
  });

  test('before the last write nothing is published', async () => {
    const part = makePart('Not yet', { media: [await files.video()] });
    expect((await prepare(publisher(), part, account)).kind).toBe('ready');
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test.each([
    ['timeout_before_store', 'TIMEOUT_ERROR', 0],
    ['timeout_after_store', 'TIMEOUT_ERROR', 1],
    ['reset_before_store', 'NETWORK_ERROR', 0],
    ['reset_after_store', 'NETWORK_ERROR', 1],
    ['error_after_store', 'PLATFORM_SERVER_ERROR', 1],
  ] as const)('after %s of the last write a look tells what can be told', async (kind, code, live) => {
    const part = makePart('Once', { media: [image] });
    const { step, state } = await finishUnder(kind, part);
    expect(failureOf(step)).toMatchObject({ code, outcome: 'unknown' });
    await until(() => postsOf(world, account).length === live);
    // As after a crash: the files are gone.
    const sighting = await publisher().look({ ...part, media: [] }, account, stored(state as never));
    if (UNANSWERABLE.has(platform.key)) return expect(sighting).toEqual({ kind: 'unanswerable' });
    const [post] = postsOf(world, account);
    if (post) return expect(sighting).toMatchObject({ kind: 'published', postedId: post.postedId });
    expect(sighting).toEqual({ kind: 'absent' });
    await expectPublished(part);
  });

  test.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED'],
    ['rate_limited', 'RATE_LIMITED'],
    ['rejected', 'INVALID_CONTENT'],
  ] as const)('a %s answer to the last write is %s, outcome rejected', async (kind, code) => {
    const { step } = await finishUnder(kind, makePart('No', { media: [image] }));
    expect(failureOf(step)).toMatchObject({ code, outcome: 'rejected' });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('a file that the platform finds too large is CONTENT_TOO_LARGE, and nothing is published', async () => {
    const media = [await files.padded(image, 17 * 1024 * 1024)];
    const failure = failureOf(await publish(publisher(), makePart('Big', { media }), account));
    expect(failure).toMatchObject({ code: 'CONTENT_TOO_LARGE', outcome: 'rejected' });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('no failure contains a secret or tells where the file lies, even when the platform repeats it', async () => {
    const secrets = Object.entries(account.credentials).filter(([name]) => !['identifier', 'chatId'].includes(name));
    const hidden = [...secrets.map(([, secret]) => secret), image.path];
    const words = secrets.map(([, secret]) => secret).join(' ');
    const body = { ok: false, error_code: 400, error: words, message: words, description: words };
    const part = makePart('Hush', { media: [image] });
    const nowhere = { ...account, baseUrl: 'http://127.0.0.1:1' };
    const repeating = (status: number, answer: unknown): Http => answering(() => makeAnswer(status, answer));
    const failures = [
      failureOf(await publish(publisher(repeating(400, body)), part, account)),
      failureOf(await publish(publisher(repeating(502, words)), part, account)),
      failureOf(await publish(publisher(), part, nowhere)),
      failureOf((await finishUnder('reset_before_store', part)).step),
    ];
    expect(hidden).not.toHaveLength(1);
    for (const text of failures.map((failure) => JSON.stringify(failure))) {
      for (const secret of hidden) expect(text).not.toContain(secret);
    }
  });

  if (!UNANSWERABLE.has(platform.key)) {
    test('the whole part again makes no second post and gives the id of the first', async () => {
      const part = makePart('Once more', { media: [image] });
      const first = await publish(publisher(), part, account);
      expect(await publish(publisher(), part, account)).toEqual(first);
      expect(postsOf(world, account)).toHaveLength(1);
    });
  }

  if (PREPARING.has(platform.key)) {
    test.each([
      ['server_error', 'PLATFORM_SERVER_ERROR'],
      ['reset_before_store', 'NETWORK_ERROR'],
      ['timeout_before_store', 'TIMEOUT_ERROR'],
      ['auth_expired', 'PLATFORM_AUTH_EXPIRED'],
    ] as const)('an upload that meets %s published nothing: outcome rejected', async (kind, code) => {
      fault(kind, 'any');
      const http = kind.startsWith('timeout') ? world.impatient : world.http;
      const step = await publisher(http).start(makePart('No', { media: [image] }), account);
      expect(failureOf(step)).toMatchObject({ code, outcome: 'rejected' });
    });
  }
});
