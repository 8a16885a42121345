/**
 * The rules of skyfeed [content-limits/skyfeed], and how images are converted [conversion/skyfeed]. A post holds images
 * or one video (the lexicon's `embed` is one of them).
 */
import { DAY_SECONDS, MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { GB, MB, type PlatformRules } from '../port/rules.js';

const MAX_BYTES = Math.floor(976.56 * 1024);
const MAX_SIDE = 2000;

export const rules: PlatformRules = {
  text: {
    max: 300,
    count: 'graphemes',
    maxBytes: 3000,
    min: 1,
  },
  thread: null,
  comment: { text: { max: 300, count: 'graphemes', maxBytes: 3000 }, isReply: true },
  media: {
    requires: null,
    image: {
      maxCount: 4,
      maxBytes: MAX_BYTES,
      maxSide: MAX_SIDE,
      formats: ['jpeg', 'png', 'webp', 'gif', 'tiff'],
      conversion: { formats: {}, default: 'jpeg', maxWidth: MAX_SIDE, maxHeight: MAX_SIDE, maxBytes: MAX_BYTES },
    },
    video: {
      maxCount: 1,
      // `maxSize` of the lexicon app.bsky.embed.video until August 2026, when it became 300,000,000: data servers with
      // an older lexicon refuse more.
      maxBytes: 100_000_000,
      brief: { underSeconds: 60, maxBytes: 50 * MB },
      formats: ['mp4'],
      maxSeconds: 3 * 60,
      // Checked by data servers, although the lexicon has no limit any more; that of an image never had one.
      altText: { max: 1000, count: 'graphemes', maxBytes: 10_000 },
    },
    maxMixed: null,
  },
  settings: null,
  // The row of the limits has the videos' bytes.
  listLagMs: 0,
  rateLimits: [
    { max: 3000, unit: 'requests', perSeconds: 5 * MINUTE_SECONDS },
    { max: 25, unit: 'videos', perSeconds: DAY_SECONDS },
    { max: 10 * GB, unit: 'video bytes', perSeconds: DAY_SECONDS },
  ],
};
