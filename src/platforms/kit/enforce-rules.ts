/**
 * What a platform's rules do not let a post hold is refused before anything is sent: the platform would refuse it late,
 * after uploads, and each in words of its own. (REST schedules whatever it is given
 * [create-post/no-validation].)
 */

import { type CountBreach, countBreaches } from '../port/media-breaches.js';
import type { Part, Platform, PlatformKey } from '../port/platform.js';
import type { PlatformRules } from '../port/rules.js';
import { type FailedStep, failed } from './failed-step.js';

/** A platform that enforces its rules before publishing. */
export const enforceRules = (platform: Platform, rules: PlatformRules): Platform => ({
  ...platform,
  publisher(http, setup, clock) {
    const publisher = platform.publisher(http, setup, clock);
    return {
      ...publisher,
      start: async (part, account) => refuseContent(platform.key, rules, part) ?? publisher.start(part, account),
    };
  },
});

function refuseContent(platform: PlatformKey, { media: rules }: PlatformRules, { media }: Part): FailedStep | null {
  const kinds = media.map(({ kind }) => kind);
  const [breach] = countBreaches(rules, kinds);
  const context = { platform, purpose: 'prepare', secrets: [] } as const;
  return breach ? failed('INVALID_CONTENT', context, { outcome: 'rejected', happened: inWords(breach) }) : null;
}

/**
 * Completes "<platform> …"; what is required is in the contract's words [validation/text-media]
 * [validation/text-video].
 */
function inWords(breach: CountBreach): string {
  switch (breach.rule) {
    case 'required':
      return `posts require ${breach.what === 'video' ? 'a video' : 'media'}`;
    case 'kind':
      return `does not accept ${breach.kind}s`;
    case 'mixed':
      return 'accepts images or a video in a post, not both';
    case 'count':
      return `takes ${breach.max} ${breach.of}${breach.max === 1 ? '' : 's'} per post`;
  }
}
