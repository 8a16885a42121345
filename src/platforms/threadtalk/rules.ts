/**
 * What threadtalk takes [content-limits/threadtalk]. More than one hashtag is a warning:
 * the platform takes the first as the topic and leaves the others as text.
 */
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import { type AltTextRules, MB, type PlatformRules, TO_JPEG } from '../port/rules.js';

const altText: AltTextRules = { max: 1000, count: 'characters, or UTF-8 bytes if these are more' };

export const rules: PlatformRules = {
  text: {
    max: 500,
    count: 'characters, or UTF-8 bytes if these are more',
    min: 1,
    hashtags: { max: 1, severity: 'warning' },
    links: { max: 5, severity: 'error' },
    entities: { links: 'any', mentions: { characters: 'word, dot', min: 1, max: 30 }, hashtags: 'first' },
    cards: true,
  },
  thread: { reserve: 10, blockedBy: 'threadtalkThreadsBlocked' },
  comment: { text: { max: 500, count: 'characters, or UTF-8 bytes if these are more' }, isReply: true },
  media: {
    requires: null,
    image: {
      maxCount: 10,
      maxBytes: 8 * MB,
      formats: ['jpeg', 'png', 'webp'],
      // "Aspect Ratio Limit: 10:1", Image Specifications.
      aspectRatio: { min: 1 / 10, max: 10 },
      altText,
      conversion: { formats: TO_JPEG, default: 'keep' },
    },
    video: { maxCount: 1, maxBytes: 500 * MB, formats: ['mp4', 'mov'], maxSeconds: 5 * 60, altText },
    maxMixed: null,
  },
  settings: {
    fields: {
      replyControl: {
        kind: 'choice',
        values: {
          '': 'Nothing is sent to the platform, which applies its default.',
          everyone: 'Everyone.',
          accounts_you_follow: 'Accounts that the account follows.',
          mentioned_only: 'Accounts that the post mentions.',
        },
        default: '',
        about: 'Who can reply. Empty: nothing is sent to the platform.',
      },
    },
  },
  listLagMs: 0,
  rateLimits: [{ max: 250, unit: 'parts', perSeconds: DAY_SECONDS }],
};
