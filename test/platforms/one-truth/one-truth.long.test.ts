/**
 * What validation calls valid is taken, and what it refuses is refused with the same message when it is published, before
 * anything is sent. By default it is a thousand posts; FC_RUNS sets the least number of each platform, FC_SEED which.
 */
import fc from 'fast-check';
import { validatePost } from '../../../src/domain/validation/validate-post.js';
import type { Http } from '../../../src/foundation/http-client/http.js';
import type { PartMedia, Platform } from '../../../src/platforms/port/platform.js';
import { type ImageRules, rulesFor, sentFormat } from '../../../src/platforms/port/rules.js';
import { platforms } from '../../../src/platforms/registry.js';
import { platformRules } from '../../../src/platforms/rules-registry.js';
import { patienceMs, runs } from '../../support/arbitraries.js';
import { openAccount, openWorld, postsOf, type World } from '../support.js';
import { dimensionsOf, MAX_WRITTEN, openTruthFiles, type TruthFiles } from './files.js';
import { type GeneratedPost, posts } from './posts.js';
import { type Outcome, publishPost } from './publish.js';

/** Of each platform: a thousand in all. */
const RUNS = 91;
/** A sandbox keeps what it has received. */
const POSTS_OF_WORLD = 500;
/** A long run may get little of a busy machine. */
const TIMEOUT_MS = 600_000;

const blocks = { threadtalkThreadsBlocked: false };
const rethrow = (error: unknown) => {
  throw error;
};

let world: World;
let files: TruthFiles;
let used = 0;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld({ timeoutMs: TIMEOUT_MS }), openTruthFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

async function freshWorld(): Promise<World> {
  used += 1;
  if (used % POSTS_OF_WORLD === 0) {
    await world.close();
    world = await openWorld({ timeoutMs: TIMEOUT_MS });
  }
  return world;
}

class Sent extends Error {}

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  test(
    'a valid post is accepted, and an invalid one is refused with the same message',
    async () => {
      await fc.assert(
        fc.asyncProperty(posts(key), (post) => check(platform, post)),
        { ...runs(RUNS), timeout: undefined },
      );
    },
    patienceMs(RUNS, 5),
  );
});

async function check(platform: Platform, { text, files: specs, settings, isApproved }: GeneratedPost): Promise<void> {
  const { key } = platform;
  const uploads = await Promise.all(specs.map((spec) => files.upload(spec)));
  const media = uploads.map(({ facts }) => facts);
  const report = validatePost(
    { content: text, platforms: [key], settings: { [key]: settings }, media, blocks, isApproved: () => isApproved },
    rethrow,
  );
  const messages = report.errors.map(({ message }) => message);
  const here = await freshWorld();
  const account = await openAccount(here, platform);
  let requests = 0;
  const isWritten = uploads.every(({ original }) => original.bytes <= MAX_WRITTEN);
  const counting: Http = (request) => {
    requests += 1;
    if (!isWritten) throw new Sent();
    return here.http(request);
  };
  const publishing = publishPost(platform, counting, account, files, {
    text,
    files: uploads,
    settings,
    blocks,
    isApproved,
  });
  const outcome: Outcome | 'sent' = await publishing.catch((error) => {
    if (error instanceof Sent) return 'sent';
    throw error;
  });
  if (!report.valid) {
    expect({ outcome, requests }).toMatchObject({ outcome: { kind: 'refused' }, requests: 0 });
    expect(messages).toContain(outcome !== 'sent' && outcome.kind === 'refused' && outcome.message);
    return;
  }
  if (outcome === 'sent') return;
  // A warning says that the platform may refuse it.
  if (outcome.kind === 'refused' && report.warnings.some(({ field }) => field === 'videoFrameRate')) return;
  // With all that is known of it, if it was refused.
  if (outcome.kind === 'refused') expect(outcome).toEqual({ kind: 'published' });
  if (outcome.kind !== 'published') return;
  expect(postsOf(here, account).length).toBeGreaterThanOrEqual(outcome.ids.length);
  const { image } = rulesFor(platformRules[key], settings).media;
  for (const file of outcome.media) if (file.kind === 'image' && image) await expectWithinLimits(image, file);
}

async function expectWithinLimits(rules: ImageRules, file: PartMedia): Promise<void> {
  const { maxBytes, maxSide = Infinity, maxSum = Infinity, maxPixels = Infinity, aspectRatio, conversion } = rules;
  const format = file.mimeType.slice('image/'.length) as Parameters<typeof sentFormat>[1];
  const { width, height } = await dimensionsOf(file);
  expect(rules.formats).toContain(format);
  expect(sentFormat(rules, format)).toBe(format);
  expect(file.bytes).toBeLessThanOrEqual(Math.min(maxBytes, conversion.maxBytes ?? maxBytes));
  expect({ width: file.width, height: file.height }).toEqual({ width, height });
  expect(Math.max(width, height)).toBeLessThanOrEqual(maxSide);
  expect(width).toBeLessThanOrEqual(conversion.maxWidth ?? width);
  expect(width + height).toBeLessThanOrEqual(maxSum);
  expect(width * height).toBeLessThanOrEqual(maxPixels);
  expect(width / height).toBeGreaterThanOrEqual(aspectRatio?.min ?? 0);
  expect(width / height).toBeLessThanOrEqual(aspectRatio?.max ?? Infinity);
}
