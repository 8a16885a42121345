/** The rules of messenger [content-limits/messenger], and how WebP is converted [conversion/webp]. */
import { MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

export const rules: PlatformRules = {
  text: {
    max: 4096,
    count: 'UTF-16 units',
    min: 1,
    maxWithMedia: 1024,
    entities: { links: 'any', mentions: { characters: 'word', min: 4, max: 32 }, hashtags: 'all' },
    cards: true,
  },
  thread: null,
  comment: { text: { max: 4096, count: 'UTF-16 units' }, isReply: true },
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 10 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp', 'bmp'],
      // "The photo's width and height must not exceed 10000 in total. Width and height ratio must be at most 20."
      maxSum: 10_000,
      aspectRatio: { min: 1 / 20, max: 20 },
      conversion: {
        formats: { webp: TO_JPEG.webp, tiff: TO_JPEG.tiff, avif: TO_JPEG.avif },
        default: 'keep',
      },
    },
    video: {
      maxCount: 10,
      maxBytes: 50 * MB,
      formats: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
    },
    maxMixed: 10,
  },
  settings: null,
  listLagMs: 0,
  rateLimits: [],
};
