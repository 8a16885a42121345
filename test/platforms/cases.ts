/** What the platforms do differently. The suites over the registry are the same for all of them but for this. */
import type { Part, PlatformKey } from '../../src/platforms/platform.js';

interface Case {
  /** Whether the platform leaves open what became of a post, by whether it is live. */
  leavesOpen?: (part: Part, isLive: boolean) => boolean;
  /** A write that is repeated makes no second post. */
  isRepeatable?: true;
  /** A text that the account has posted before is not posted again. */
  refusesRepeats?: true;
  /** The platform takes videos, but this service sends it none. */
  withoutVideo?: true;
  /** What an image shows cannot be told in words. */
  withoutAltText?: true;
  /** A refusal for the rate does not say until when. */
  withoutReset?: true;
  /** What a token may not do without this scope: post. Absent where tokens have no scopes. */
  postScope?: string;
  /** Addresses that are asked with POST, and change nothing. */
  question?: RegExp;
  /** The service's name for a post, from the platform's own. */
  neutral?: (nativeId: string) => string;
}

const CASES: Partial<Record<PlatformKey, Case>> = {
  fediverse: { isRepeatable: true, postScope: 'write:statuses' },
  skyfeed: { isRepeatable: true },
  messenger: { leavesOpen: () => true, withoutAltText: true },
  microblog: { refusesRepeats: true, postScope: 'tweet.write' },
  network: {
    leavesOpen: () => true,
    refusesRepeats: true,
    postScope: 'w_member_social',
    neutral: (urn) => urn.replace(/^urn:li:/, 'urn:network:'),
  },
  photogram: { postScope: 'instagram_business_content_publish' },
  threadtalk: { postScope: 'threads_content_publish' },
  socialpage: { postScope: 'pages_manage_posts' },
  // A pin is found by its words; that one is not found proves nothing.
  pinboard: {
    leavesOpen: ({ text }, isLive) => !isLive || text === '',
    withoutVideo: true,
    withoutReset: true,
    postScope: 'pins:write',
  },
  shortvideo: {
    withoutReset: true,
    postScope: 'video.publish',
    question: /\/(query|fetch)\/$/,
  },
  videohub: { withoutReset: true, postScope: 'https://www.googleapis.com/auth/youtube.upload' },
};

export const caseOf = (key: PlatformKey): Case => CASES[key] ?? {};
