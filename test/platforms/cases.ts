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
  /** The service's name for a post, from the platform's own. */
  neutral?: (nativeId: string) => string;
}

const CASES: Partial<Record<PlatformKey, Case>> = {
  fediverse: { isRepeatable: true },
  skyfeed: { isRepeatable: true },
  messenger: { leavesOpen: () => true, withoutAltText: true },
  microblog: { refusesRepeats: true },
  network: {
    leavesOpen: () => true,
    refusesRepeats: true,
    neutral: (urn) => urn.replace(/^urn:li:/, 'urn:network:'),
  },
  // A pin is found by its words; that one is not found proves nothing.
  pinboard: {
    leavesOpen: ({ text }, isLive) => !isLive || text === '',
    withoutVideo: true,
    withoutReset: true,
  },
  shortvideo: { withoutReset: true },
  videohub: { withoutReset: true },
};

export const caseOf = (key: PlatformKey): Case => CASES[key] ?? {};
