/**
 * What pinboard takes [content-limits/pinboard]: the text is the pin's description. A pin holds images or one video
 * (its API's `media_source` is one of them).
 */
import { type AltTextRules, GB, LIST_LAG_MS, MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

const altText: AltTextRules = { max: 500, count: 'code points', isShared: true };

export const rules: PlatformRules = {
  text: {
    max: 800,
    count: 'code points',
    min: 0,
    title: { max: 100, count: 'code points' },
    entities: { links: null, mentions: null, hashtags: 'all' },
  },
  thread: null,
  comment: null,
  media: {
    requires: 'media',
    image: {
      maxCount: 5,
      maxBytes: 20 * MB,
      formats: ['jpeg', 'png', 'tiff', 'bmp', 'gif', 'webp'],
      altText,
      conversion: { formats: { avif: TO_JPEG.avif }, default: 'keep' },
    },
    video: { maxCount: 1, maxBytes: GB, formats: ['mp4', 'mov'], maxSeconds: 15 * 60, altText },
    maxMixed: null,
  },
  settings: null,
  listLagMs: LIST_LAG_MS,
  rateLimits: [],
};
