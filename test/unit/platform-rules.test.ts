import { lexicons } from '@atproto/api';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../src/platforms/port/platform.js';
import type { RateLimit } from '../../src/platforms/port/rate-limit.js';
import type { ImageConversion, ImageFormat } from '../../src/platforms/port/rules.js';
import { findRules, platformRules } from '../../src/platforms/rules-registry.js';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/**
 * The limits of each platform (docs/contract/platforms.md), cell by cell: text, image and video size, counts, formats,
 * duration.
 */
const TABLE: Record<PlatformKey, Record<string, unknown>> = {
  microblog: {
    text: { max: 280 },
    image: { maxBytes: 5 * MB, maxCount: 4, formats: ['jpeg', 'png', 'gif', 'webp'] },
    video: { maxBytes: 512 * MB, maxCount: 1, formats: ['mp4', 'mov'], maxSeconds: 120 },
  },
  network: {
    text: { max: 3000 },
    image: { maxBytes: 5 * MB, maxCount: 10, formats: ['jpeg', 'png', 'gif', 'webp'] },
    video: { maxBytes: 500 * MB, maxCount: 1, formats: ['mp4'], maxSeconds: 1800 },
  },
  photogram: {
    text: { max: 2200, hashtags: { max: 30 } },
    image: { maxBytes: 8 * MB, maxCount: 10, formats: ['jpeg'], aspectRatio: { min: 0.8, max: 1.91 } },
    video: {
      maxBytes: 300 * MB,
      maxCount: 10,
      formats: ['mp4', 'mov'],
      minSeconds: 3,
      maxSeconds: 180,
      maxSecondsInCarousel: 60,
    },
  },
  threadtalk: {
    text: { max: 500, hashtags: { max: 1 }, links: { max: 5 } },
    image: { maxBytes: 8 * MB, maxCount: 10, formats: ['jpeg', 'png', 'webp'] },
    video: { maxBytes: 500 * MB, maxCount: 1, formats: ['mp4', 'mov'], maxSeconds: 300 },
  },
  shortvideo: {
    text: { max: 2200 },
    image: null,
    video: {
      maxBytes: 4 * GB,
      maxCount: 1,
      formats: ['mp4', 'mov', 'webm'],
      minSeconds: 3,
      maxSeconds: 600,
      minFrameRate: 23,
      maxFrameRate: 60,
    },
  },
  videohub: {
    text: { max: 5000, title: { max: 100 } },
    image: null,
    video: { maxBytes: 256 * GB, maxCount: 1, formats: ['mp4', 'mov', 'avi', 'webm'], maxSeconds: 43_200 },
  },
  socialpage: {
    text: { max: 63_206 },
    image: { maxBytes: 10 * MB, maxCount: 10, formats: ['jpeg', 'png', 'gif', 'bmp', 'tiff'] },
    video: { maxBytes: 2 * GB, maxCount: 1, formats: ['mp4', 'mov'], minSeconds: 3, maxSeconds: 2700 },
  },
  fediverse: {
    text: { max: 500 },
    image: { maxBytes: 16 * MB, maxCount: 4, formats: ['jpeg', 'png', 'gif', 'webp'] },
    video: { maxBytes: 99 * MB, formats: ['mp4', 'mov', 'webm'], maxFrameRate: 120 },
  },
  skyfeed: {
    text: { max: 300, count: 'graphemes' },
    image: { maxBytes: Math.floor(976.56 * KB), maxSide: 2000, maxCount: 4 },
    video: { maxBytes: 100_000_000, brief: { underSeconds: 60, maxBytes: 50 * MB }, formats: ['mp4'], maxSeconds: 180 },
  },
  messenger: {
    text: { max: 4096, maxWithMedia: 1024, count: 'UTF-16 units' },
    image: { maxBytes: 10 * MB, maxCount: 10, formats: ['jpeg', 'png', 'gif', 'webp', 'bmp'] },
    video: { maxBytes: 50 * MB, maxCount: 10, formats: ['mp4', 'mov', 'avi', 'mkv', 'webm'] },
  },
  pinboard: {
    text: { max: 800, title: { max: 100 } },
    image: { maxBytes: 20 * MB, maxCount: 5, formats: ['jpeg', 'png', 'tiff', 'bmp', 'gif', 'webp'] },
    video: { maxBytes: GB, formats: ['mp4', 'mov'], maxSeconds: 900 },
  },
};

test.each(PLATFORM_KEYS)('%s: the limits are those of the contract', (key) => {
  const { text, media } = platformRules[key];
  expect({ text, image: media.image, video: media.video }).toMatchObject(TABLE[key]);
});

test.each<[limit: string, has: (key: PlatformKey) => unknown, keys: PlatformKey[]]>([
  ['posts in a thread', (key) => platformRules[key].thread, ['microblog', 'threadtalk']],
  ['images with videos', (key) => platformRules[key].media.maxMixed, ['messenger']],
  ['no maximum duration', (key) => !platformRules[key].media.video?.maxSeconds, ['fediverse', 'messenger']],
  [
    'a minimum duration',
    (key) => platformRules[key].media.video?.minSeconds,
    ['photogram', 'shortvideo', 'socialpage'],
  ],
  ['media required', (key) => platformRules[key].media.requires === 'media', ['photogram', 'pinboard']],
  ['a video required', (key) => platformRules[key].media.requires === 'video', ['shortvideo', 'videohub']],
])('%s: only where the contract says so', (_, has, keys) => {
  expect(PLATFORM_KEYS.filter(has)).toEqual(keys);
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The lower figure where there are two. */
test.each<[PlatformKey, RateLimit[]]>([
  ['shortvideo', [limited(15, 'parts', DAY), limited(2, 'videos', MINUTE)]],
  ['photogram', [limited(50, 'parts', DAY)]],
  ['threadtalk', [limited(250, 'parts', DAY)]],
  ['skyfeed', [limited(3000, 'requests', 5 * MINUTE), limited(25, 'videos', DAY)]],
  ['network', [limited(200, 'requests', HOUR)]],
  ['microblog', [limited(500, 'parts', 30 * DAY), limited(100, 'parts', 15 * MINUTE)]],
])('%s: the limits of an account are those of the contract', (key, limits) => {
  expect(platformRules[key].rateLimits).toEqual(expect.arrayContaining(limits));
});

function limited(max: number, unit: RateLimit['unit'], perSeconds: number): RateLimit {
  return { max, unit, perSeconds };
}

/** What a platform takes is kept; of the other formats, these become JPEG. */
const toJpeg = (...formats: ImageFormat[]): ImageConversion => ({
  formats: Object.fromEntries(formats.map((format) => [format, 'jpeg'])),
  default: 'keep',
});
test.each<[PlatformKey, ImageConversion]>([
  ['microblog', { formats: {}, default: 'png', maxWidth: 1000 }],
  ['skyfeed', { formats: {}, default: 'jpeg', maxWidth: 2000, maxHeight: 2000, maxBytes: Math.floor(976.56 * KB) }],
  ['network', toJpeg('webp', 'bmp', 'tiff', 'avif')],
  ['messenger', toJpeg('webp', 'tiff', 'avif')],
  ['threadtalk', toJpeg('webp', 'bmp', 'tiff', 'avif')],
  ['photogram', toJpeg('webp', 'bmp', 'tiff', 'avif')],
  ['socialpage', toJpeg('webp', 'avif')],
  ['fediverse', toJpeg('bmp', 'tiff', 'avif')],
  ['pinboard', toJpeg('avif')],
])('%s: images are converted as the contract says', (key, conversion) => {
  expect(platformRules[key].media.image?.conversion).toEqual(conversion);
});

test('the default settings are those of the contract', () => {
  expect(DEFAULT_SETTINGS).toEqual({
    shortvideo: {
      viewerSetting: 'PUBLIC_TO_EVERYONE',
      allowComments: true,
      allowDuet: false,
      allowStitch: false,
      commercialContent: false,
      brandOrganic: false,
      brandedContent: false,
    },
    photogram: { videoType: 'REELS' },
    videohub: { privacy: 'public', title: '' },
    threadtalk: { replyControl: '' },
  });
});

test.each(['unknown', '', 'toString', '__proto__', 'MICROBLOG'])('%j is no platform', (key) => {
  expect(findRules(key)).toBeUndefined();
});

test('skyfeed takes no more bytes than its lexicon', () => {
  const embed = lexicons.getDefOrThrow('app.bsky.embed.video', ['object']);
  expect(embed).toMatchObject({ properties: { video: { maxSize: platformRules.skyfeed.media.video?.maxBytes } } });
});
