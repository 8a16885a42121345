/** The rules of microblog [content-limits/microblog], and how images are converted [conversion/microblog]. */
import { MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { MONTH_SECONDS } from '../port/rate-limit.js';
import { LIST_LAG_MS, MB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: {
    max: 280,
    count: 'weighted characters',
    min: 1,
    entities: { links: 'any', mentions: { characters: 'word', min: 1, max: 15 }, hashtags: 'all' },
    cards: true,
  },
  thread: { reserve: 10 },
  comment: { text: { max: 280, count: 'weighted characters' }, isReply: true },
  media: {
    requires: null,
    image: {
      maxCount: 4,
      maxBytes: 5 * MB,
      formats: ['jpeg', 'png', 'gif', 'webp'],
      altText: { max: 1000, count: 'code points' },
      conversion: { formats: {}, default: 'png', maxWidth: 1000 },
    },
    video: { maxCount: 1, maxBytes: 512 * MB, formats: ['mp4', 'mov'], maxSeconds: 120 },
    maxMixed: null,
  },
  settings: null,
  // The free tier; an operator with another one configures it. Each part of a thread counts as a post.
  listLagMs: LIST_LAG_MS,
  rateLimits: [
    { max: 100, unit: 'parts', perSeconds: 15 * MINUTE_SECONDS },
    { max: 500, unit: 'parts', perSeconds: MONTH_SECONDS },
  ],
};
