/**
 * What photogram takes [content-limits/photogram]; a single video is a reel [validation/reels]. A single image is a
 * normal photo post, so a carousel's minimum of two needs no rule.
 */
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import { MB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: { max: 2200, count: 'code points', min: 0, hashtags: { max: 30, severity: 'error' } },
  thread: null,
  media: {
    requires: 'media',
    image: {
      maxCount: 10,
      maxBytes: 8 * MB,
      formats: ['jpeg'],
      aspectRatio: { min: 4 / 5, max: 1.91 },
      conversion: { formats: {}, default: 'keep' },
    },
    video: {
      maxCount: 10,
      maxBytes: 300 * MB,
      formats: ['mp4', 'mov'],
      minSeconds: 3,
      maxSeconds: 180,
      maxSecondsInCarousel: 60,
    },
    maxMixed: null,
  },
  settings: {
    fields: { videoType: { kind: 'choice', values: ['REELS', 'STORIES'], default: 'REELS' } },
  },
  rateLimits: [{ max: 50, unit: 'parts', perSeconds: DAY_SECONDS }],
};
