/**
 * What socialpage takes [content-limits/socialpage]. Nothing in a post says whether a video goes out as a reel (3 s to
 * 90 s) or as a plain video (45 min), so every video keeps the lower minimum and the higher maximum.
 */
import { GB, LIST_LAG_MS, MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

export const rules: PlatformRules = {
  text: {
    max: 63_206,
    count: 'code points',
    min: 1,
    entities: { links: 'any', mentions: null, hashtags: 'all' },
    cards: true,
  },
  thread: null,
  comment: { text: { max: 8000, count: 'code points' } },
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 10 * MB,
      formats: ['jpeg', 'png', 'gif', 'bmp', 'tiff'],
      conversion: { formats: { webp: TO_JPEG.webp, avif: TO_JPEG.avif }, default: 'keep' },
    },
    video: {
      maxCount: 1,
      maxBytes: 2 * GB,
      formats: ['mp4', 'mov'],
      minSeconds: 3,
      maxSeconds: 45 * 60,
    },
    maxMixed: null,
  },
  settings: null,
  listLagMs: LIST_LAG_MS,
  rateLimits: [],
};
