/** What videohub takes [content-limits/videohub]. The text is the video's description. */
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { GB, type PlatformRules } from '../port/rules.js';

export const rules: PlatformRules = {
  text: { max: 5000, count: 'UTF-8 bytes', min: 0, title: { max: 100, count: 'code points' }, forbidden: ['<', '>'] },
  thread: null,
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
      privacy: { kind: 'choice', values: ['private', 'public', 'unlisted'], default: 'public' },
      title: { kind: 'text', default: '', about: 'Empty: the beginning of the content.' },
    },
  },
  rateLimits: [],
};
