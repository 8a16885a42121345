/** The rules of network [content-limits/network], and how images are converted [conversion/network]. */
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { type AltTextRules, MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

/** `altText` of the Posts API. */
const altText: AltTextRules = { max: 4086, count: 'code points' };

export const rules: PlatformRules = {
  text: {
    max: 3000,
    count: 'code points',
    min: 1,
    mentions: true,
  },
  thread: null,
  comment: { text: { max: 1250, count: 'code points' } },
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 5 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp'],
      // "Images must be less than 36,152,320 pixels", Images API.
      maxPixels: 36_152_319,
      altText,
      conversion: { formats: TO_JPEG, default: 'keep' },
    },
    video: { maxCount: 1, maxBytes: 500 * MB, formats: ['mp4'], maxSeconds: 30 * 60, altText },
    maxMixed: null,
  },
  settings: null,
  listLagMs: 0,
  rateLimits: [{ max: 200, unit: 'requests', perSeconds: HOUR_SECONDS }],
};
