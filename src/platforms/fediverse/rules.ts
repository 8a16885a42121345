/**
 * What fediverse takes [content-limits/fediverse]. Four files are four images: a video stands alone (Mastodon's
 * PostStatusService, `validate_media!`).
 */
import { MB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: { max: 500, count: 'links as 23', min: 1 },
  thread: null,
  media: {
    requires: null,
    image: {
      maxCount: 4,
      maxBytes: 16 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp'],
      conversion: { formats: {}, default: 'keep' },
    },
    video: { maxCount: 1, maxBytes: 99 * MB, formats: ['mp4', 'mov', 'webm'] },
    maxMixed: null,
  },
  settings: null,
  rateLimits: [],
};
