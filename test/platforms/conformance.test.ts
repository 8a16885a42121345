import { validatePost } from '../../src/domain/validation/validate-post.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part } from '../../src/platforms/port/platform.js';
import { findPlatform, platforms } from '../../src/platforms/registry.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { caseOf } from './cases.js';
import { contentsOf, refusedBy } from './contents.js';
import { drive, type MakePublisher, silent } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, mediaOf, openMediaFiles } from './media-files.js';
import { clock, openAccount, openWorld, postsOf, until, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const rethrow = (error: unknown) => {
  throw error;
};

test('the registry finds every adapter by its key and nothing by any other word', () => {
  for (const [key, platform] of platforms) {
    expect(platform.key).toBe(key);
    expect(findPlatform(key)).toBe(platform);
  }
  for (const other of ['Fediverse', 'constructor', '__proto__', '']) expect(findPlatform(other)).toBeUndefined();
});

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const [simplest] = contents;
  let account: Account;
  beforeEach(async () => {
    account = await openAccount(world, platform);
  });
  const { isRepeatable, refusesRepeats, withoutAltText, neutral = (id) => id } = caseOf(key);
  const makePublisher: MakePublisher = () => platform.publisher(world.http, setupOf(world, platform), clock);

  test.each(contents)('$name is published once, as it is, under the id that the platform shows', async ({ make }) => {
    const part = await make(files);
    const { step } = await drive(makePublisher, part, account);
    await until(() => postsOf(world, account).length > 0);
    const posts = postsOf(world, account);
    expect(posts).toHaveLength(1);
    expect(step).toMatchObject({ kind: 'published', postedId: neutral(posts[0]?.postedId ?? '') });
    expect(posts[0]?.text).toBe(part.text);
    expect(posts[0]?.media).toMatchObject(await Promise.all(part.media.map(mediaOf)));
    expect(posts[0]?.media).toHaveLength(part.media.length);
  });

  test.each(contents)('$name has an address, which leads to its page', async ({ make }) => {
    const { step } = await drive(makePublisher, await make(files), account);
    if (step.kind !== 'published') throw new Error(step.kind);
    // Below the stand-in's address; on the platform's own hosts it is the same path.
    const page = await fetch(step.url ?? 'none:', { redirect: 'manual' });
    expect({ url: step.url, status: page.status, to: page.headers.get('location') }).toMatchObject({
      status: 303,
      to: expect.stringContaining('?post='),
    });
  });

  test.each(contents)('$name is found in order before it is scheduled', async ({ make }) => {
    expect(issuesOf(await make(files))).toEqual([]);
  });

  const refused = refusedBy(platform);
  test.each(refused)('$name is refused before anything is sent, in the words of the validation', async ({ make }) => {
    const part = await make(files);
    const { step } = await drive(() => platform.publisher(silent, setupOf(world, platform), clock), part, account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } });
    const messages = reportOf(part).errors.map(({ message }) => message);
    expect(messages).toContain(step.kind === 'failed' && step.failure.message);
  });

  test.each(refused)('$name is $code before it is scheduled', async ({ make, code }) => {
    expect(issuesOf(await make(files))).toEqual([code]);
  });

  /** What the validation says of a part, in its codes. */
  const issuesOf = (part: Part): string[] => [...new Set(reportOf(part).errors.map((issue) => issue.code))];

  const reportOf = ({ text, media, settings }: Part) => {
    const facts = media.map(({ kind, mimeType, bytes, width, height, durationSeconds }) => ({
      type: kind,
      problem: null,
      metadata: {
        format: mimeType.replace(/^.*\//, ''),
        size: bytes,
        width,
        height,
        frameRate: null,
        duration: durationSeconds,
      },
    }));
    const post = { content: text, media: facts, settings: { [key]: { ...settings } }, platforms: [key] };
    return validatePost({ ...post, blocks: { threadtalkThreadsBlocked: true } }, rethrow);
  };

  test('what was never prepared cannot be finished', async () => {
    await expect(makePublisher().finish(await simplest.make(files), account, {})).rejects.toThrow();
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('what is prepared is not published', async () => {
    for (const { make } of contents) {
      // Some have to be waited for before they are ready.
      for (const steps of [1, 2]) {
        const to = await openAccount(world, platform);
        const { step } = await drive(makePublisher, await make(files), to, { steps });
        if (step.kind === 'ready') expect(postsOf(world, to)).toHaveLength(0);
      }
    }
  });

  if (!refusesRepeats) {
    test('the same text as another part is another post', async () => {
      const [first, second] = [await simplest.make(files), await simplest.make(files)];
      const steps = [
        await drive(makePublisher, first, account),
        await drive(makePublisher, { ...second, text: first.text }, account),
      ];
      expect(new Set(postsOf(world, account).map(({ postedId }) => postedId)).size).toBe(2);
      expect(steps[0]?.step).not.toEqual(steps[1]?.step);
    });
  }

  if (isRepeatable) {
    test('the whole part again makes no second post and gives the id of the first', async () => {
      for (const { make } of contents) {
        const part = await make(files);
        const { step } = await drive(makePublisher, part, account);
        const live = postsOf(world, account).length;
        expect((await drive(makePublisher, part, account)).step).toEqual(step);
        expect(postsOf(world, account)).toHaveLength(live);
      }
    });
  }

  const { thread, media } = platformRules[key];
  if (thread) {
    test('a part of a thread replies to the one before', async () => {
      const first = await drive(makePublisher, await simplest.make(files), account);
      if (first.step.kind !== 'published') throw new Error(first.step.kind);
      const { postedId } = first.step;
      const second = { ...(await simplest.make(files)), text: 'And on', replyTo: postedId };
      expect((await drive(makePublisher, second, account)).step.kind).toBe('published');
      expect(JSON.stringify(postsOf(world, account)[1]?.record)).toContain(postedId);
    });
  }

  if (media.image && !withoutAltText) {
    test('what an image shows reaches the platform in words', async () => {
      const content = contents.find(({ name }) => name === 'an image');
      const part = await content?.make(files);
      if (!part) throw new Error('no image');
      const described = { ...part, media: part.media.map((file) => ({ ...file, altText: 'A cat, asleep' })) };
      expect((await drive(makePublisher, described, account)).step.kind).toBe('published');
      expect(JSON.stringify(postsOf(world, account)[0]?.record)).toContain('A cat, asleep');
    });
  }
});
