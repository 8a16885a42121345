/** What videohub takes [content-limits/videohub]. The text is the video's description. */
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { GB, LIST_LAG_MS, type PlatformRules, type TextLimit } from '../port/rules.js';

const title: TextLimit = { max: 100, count: 'code points' };

export const rules: PlatformRules = {
  text: {
    max: 5000,
    count: 'UTF-8 bytes',
    min: 0,
    title,
    forbidden: ['<', '>'],
    entities: { links: 'with scheme', mentions: { characters: 'word, dot, hyphen', min: 3, max: 30 }, hashtags: 'all' },
  },
  thread: null,
  comment: {
    text: { max: 10_000, count: 'code points' },
    listLagMs: LIST_LAG_MS,
    except: { setting: 'privacy', value: 'private', posts: 'private videos' },
  },
  media: {
    requires: 'video',
    image: null,
    video: {
      maxCount: 1,
      maxBytes: 256 * GB,
      formats: ['mp4', 'mov', 'avi', 'webm'],
      maxSeconds: 12 * HOUR_SECONDS,
    },
    maxMixed: null,
  },
  settings: {
    fields: {
      privacy: {
        kind: 'choice',
        values: {
          private: 'Only the account, and whom it invites.',
          public: 'Everyone.',
          unlisted: 'Everyone who has the link.',
        },
        default: 'public',
        about: 'Who can watch the video.',
      },
      title: {
        kind: 'text',
        default: '',
        limit: title,
        about: 'The title of the video, without < and >. Empty: the beginning of the content.',
      },
    },
  },
  listLagMs: 0,
  rateLimits: [],
};
