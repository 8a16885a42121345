import { checkAltTexts } from './alt-text.js';
import { checkFile } from './check-file.js';
import type { CheckedPost, Finding } from './finding.js';

/** Files (docs/contract/platforms.md, "Limits of a post"). Where one is missing, nothing else is looked at. */
export function checkMedia(post: CheckedPost): Finding[] {
  const required = checkRequired(post);
  if (required) return [required];
  return [...checkCounts(post), ...post.media.flatMap((file) => checkFile(post, file)), ...checkAltTexts(post)];
}

function checkRequired({ platform, rules, media }: CheckedPost): Finding | null {
  const constraint = 'requiredType';
  const { requires } = rules.media;
  if (requires === 'video' && !media.some(({ kind }) => kind === 'video')) {
    return { code: 'VIDEO_REQUIRED', message: `${platform} posts require a video`, field: 'video', constraint };
  }
  if (requires === 'media' && media.length === 0) {
    return { code: 'MEDIA_REQUIRED', message: `${platform} posts require media`, field: 'media', constraint };
  }
  return null;
}

/** Files of a kind that the platform does not accept are not counted: each of them is refused by itself. */
function checkCounts({ platform, rules, media }: CheckedPost): Finding[] {
  const { image, video, maxMixed, only } = rules.media;
  const where = only === undefined ? '' : ` for ${only}`;
  const images = media.filter(({ kind }) => kind === 'image').length;
  const videos = media.length - images;
  const count = (what: string, is: number, max = is): Finding[] =>
    is > max ? [tooMany(`Number of ${what}s (${is}) exceeds ${platform}'s limit of ${max}${where}`, is, max)] : [];
  if (images > 0 && videos > 0 && image && video) {
    if (maxMixed !== null) return count('file', media.length, maxMixed);
    const message = `Images and videos cannot be mixed in one ${platform} post`;
    return [{ code: 'MEDIA_COUNT_EXCEEDED', message, field: 'media' }];
  }
  return [...count('image', images, image?.maxCount), ...count('video', videos, video?.maxCount)];
}

const tooMany = (message: string, currentValue: number, maxValue: number): Finding => ({
  code: 'MEDIA_COUNT_EXCEEDED',
  message,
  field: 'media',
  constraint: 'maxCount',
  currentValue,
  maxValue,
});
