/** What messenger takes [content-limits/messenger], and what becomes of WebP [conversion/webp]. */
import { MB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: { max: 4096, count: 'UTF-16 units', min: 1, maxWithMedia: 1024 },
  thread: null,
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 10 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp', 'bmp'],
      conversion: { formats: { webp: 'jpeg' }, default: 'keep' },
    },
    video: {
      maxCount: 10,
      maxBytes: 50 * MB,
      formats: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
    },
    maxMixed: 10,
  },
  settings: null,
  rateLimits: [],
};
