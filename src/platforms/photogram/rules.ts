/**
 * What photogram takes [content-limits/photogram]; a single video is a reel [validation/reels]. A single image is a
 * normal photo post, so a carousel's minimum of two needs no rule.
 */
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import {
  type ImageRules,
  LIST_LAG_MS,
  MB,
  type MediaRules,
  type PlatformRules,
  TO_JPEG,
  type VideoRules,
} from '../port/rules.js';

const image: ImageRules = {
  maxCount: 10,
  maxBytes: 8 * MB,
  formats: ['jpeg'],
  aspectRatio: { min: 4 / 5, max: 1.91 },
  altText: { max: 1000, count: 'code points' },
  conversion: { formats: TO_JPEG, default: 'keep' },
};

const video: VideoRules = {
  maxCount: 10,
  maxBytes: 300 * MB,
  formats: ['mp4', 'mov'],
  minSeconds: 3,
  maxSeconds: 180,
  maxSecondsInCarousel: 60,
};

/** One file that fills the screen of a telephone [settings/photogram-stories]. */
const story: MediaRules = {
  requires: 'media',
  image: { ...image, maxCount: 1, aspectRatio: undefined },
  video: { ...video, maxCount: 1 },
  maxMixed: 1,
  only: 'STORIES',
  withoutText: true,
};

export const rules: PlatformRules = {
  text: {
    max: 2200,
    count: 'code points',
    min: 0,
    hashtags: { max: 30, severity: 'error' },
    entities: { links: null, mentions: { characters: 'word, dot', min: 1, max: 30 }, hashtags: 'all' },
  },
  thread: null,
  // Documented nowhere: the limit of a caption.
  comment: {
    text: { max: 2200, count: 'code points' },
    listLagMs: LIST_LAG_MS,
    except: { setting: 'videoType', value: 'STORIES', posts: 'STORIES' },
  },
  media: { requires: 'media', image, video, maxMixed: null },
  variant: { setting: 'videoType', value: 'STORIES', media: story },
  settings: {
    fields: {
      videoType: {
        kind: 'choice',
        values: {
          REELS: 'A post: a single video is a reel, a single image a photo, several files a carousel.',
          STORIES: 'A story: one image or video, without text.',
        },
        default: 'REELS',
        about: 'What the files become.',
      },
    },
  },
  listLagMs: 0,
  rateLimits: [{ max: 50, unit: 'parts', perSeconds: DAY_SECONDS }],
};
