import { type CountBreach, countBreaches } from '../../platforms/port/media-breaches.js';
import { checkFile } from './check-file.js';
import type { Finding, PostOnPlatform } from './validation.js';

/** Files (docs/contract/platforms.md, "Limits of a post"). Where one is missing, nothing else is looked at. */
export function checkMedia(post: PostOnPlatform): Finding[] {
  const { platform, rules, media } = post;
  const kinds = media.map(({ type }) => type);
  const breaches = countBreaches(rules.media, kinds);
  const findings = breaches.flatMap((breach) => inWords(platform, breach) ?? []);
  if (breaches.some(({ rule }) => rule === 'required')) return findings;
  return [...findings, ...media.flatMap((file) => checkFile(post, file))];
}

/** Nothing for a kind that the platform does not take: each file of it is refused by itself. */
function inWords(platform: string, breach: CountBreach): Finding | null {
  switch (breach.rule) {
    case 'required':
      return breach.what === 'video'
        ? {
            code: 'VIDEO_REQUIRED',
            message: `${platform} posts require a video`,
            field: 'video',
            constraint: 'requiredType',
          }
        : {
            code: 'MEDIA_REQUIRED',
            message: `${platform} posts require media`,
            field: 'media',
            constraint: 'requiredType',
          };
    case 'kind':
      return null;
    case 'mixed':
      return {
        code: 'MEDIA_COUNT_EXCEEDED',
        message: `Images and videos cannot be mixed in one ${platform} post`,
        field: 'media',
      };
    case 'count':
      return {
        code: 'MEDIA_COUNT_EXCEEDED',
        message: `Number of ${breach.of}s (${breach.is}) exceeds ${platform}'s limit of ${breach.max}`,
        field: 'media',
        constraint: 'maxCount',
        currentValue: breach.is,
        maxValue: breach.max,
      };
  }
}
