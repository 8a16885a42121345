/** What network takes [content-limits/network], and what becomes of images [conversion/network]. */
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { MB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: { max: 3000, count: 'code points', min: 1, mentions: true },
  thread: null,
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 5 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp'],
      conversion: { formats: { webp: 'jpeg' }, default: 'keep' },
    },
    video: { maxCount: 1, maxBytes: 500 * MB, formats: ['mp4'], maxSeconds: 30 * 60 },
    maxMixed: null,
  },
  settings: null,
  rateLimits: [{ max: 200, unit: 'requests', perSeconds: HOUR_SECONDS }],
};
