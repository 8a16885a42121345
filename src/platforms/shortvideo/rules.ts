/** What shortvideo takes [content-limits/shortvideo], and its settings [settings/shortvideo-viewerSetting]. */
import { DAY_SECONDS, MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { GB, type PlatformRules, type SettingsRules } from '../port/rules.js';

const settings: SettingsRules = {
  fields: {
    viewerSetting: {
      kind: 'choice',
      values: {
        PUBLIC_TO_EVERYONE: 'Everyone.',
        MUTUAL_FOLLOW_FRIENDS: 'Followers that the account follows too.',
        FOLLOWER_OF_CREATOR: 'Followers of the account.',
        SELF_ONLY: 'Only the account itself.',
      },
      default: 'PUBLIC_TO_EVERYONE',
      required: 'selecting who can view your post',
      about: 'Who can view the post. The posts of an app that the platform has not approved are SELF_ONLY.',
    },
    allowComments: { kind: 'flag', default: true, about: 'Whether the video can be commented on.' },
    allowDuet: { kind: 'flag', default: false, about: 'Whether others can make duets with the video.' },
    allowStitch: { kind: 'flag', default: false, about: 'Whether others can use the video in stitches.' },
    commercialContent: { kind: 'flag', default: false, about: 'Whether the video advertises something.' },
    brandOrganic: { kind: 'flag', default: false, about: 'Whether it advertises the account’s own brand.' },
    brandedContent: {
      kind: 'flag',
      default: false,
      about: 'Whether it advertises a brand of others. Not with SELF_ONLY.',
    },
  },
  oneOf: {
    when: 'commercialContent',
    flags: ['brandOrganic', 'brandedContent'],
    what: 'selecting your brand or branded content for commercial content',
  },
  unapproved: { viewerSetting: 'SELF_ONLY' },
  conflict: {
    values: { brandedContent: true, viewerSetting: 'SELF_ONLY' },
    what: 'branded content that only you can view (SELF_ONLY)',
  },
};

export const rules: PlatformRules = {
  text: {
    max: 2200,
    count: 'UTF-16 units',
    min: 0,
    entities: { links: null, mentions: { characters: 'word, dot', min: 2, max: 24 }, hashtags: 'all' },
  },
  thread: null,
  comment: null,
  media: {
    requires: 'video',
    image: null,
    video: {
      maxCount: 1,
      maxBytes: 4 * GB,
      formats: ['mp4', 'mov', 'webm'],
      minSeconds: 3,
      maxSeconds: 600,
      // "Minimum of 23 FPS, maximum of 60 FPS", Media Transfer Guide, "Video restrictions".
      minFrameRate: 23,
      maxFrameRate: 60,
    },
    maxMixed: null,
  },
  settings,
  // 15 to 20 in a day: the lower figure is safe.
  listLagMs: 0,
  rateLimits: [
    { max: 15, unit: 'parts', perSeconds: DAY_SECONDS },
    { max: 2, unit: 'videos', perSeconds: MINUTE_SECONDS },
  ],
};
