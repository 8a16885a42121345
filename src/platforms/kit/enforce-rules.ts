/**
 * What a platform's rules do not let a post hold is refused before anything is sent: the platform would refuse it late,
 * after uploads, and each in words of its own. (REST schedules whatever it is given: document 1, "POST
 * /api/v1/create-post", rule 1.)
 */

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
  const images = media.filter(({ kind }) => kind === 'image').length;
  const happened = refusal(rules, images, media.length - images);
  const context = { platform, purpose: 'prepare', secrets: [] } as const;
  return happened === null ? null : failed('INVALID_CONTENT', context, { outcome: 'rejected', happened });
}

/** Why a post with so many files is none, to complete "<platform> …"; the first two as document 3 words them. */
function refusal({ requires, image, video, maxMixed }: PlatformRules['media'], images: number, videos: number) {
  if (requires === 'video' && videos === 0) return 'posts require a video';
  if (requires === 'media' && images + videos === 0) return 'posts require media';
  if (images > 0 && !image) return 'does not accept images';
  if (videos > 0 && !video) return 'does not accept videos';
  if (images > 0 && videos > 0) {
    if (maxMixed === null) return 'accepts images or a video in a post, not both';
    return images + videos > maxMixed ? `takes ${count(maxMixed, 'file')} per post` : null;
  }
  if (image && images > image.maxCount) return `takes ${count(image.maxCount, 'image')} per post`;
  if (video && videos > video.maxCount) return `takes ${count(video.maxCount, 'video')} per post`;
  return null;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
