import { checkFile } from './check-file.js';
import type { Finding, PostOnPlatform } from './validation.js';

/** Files: document 2, columns from "Max image size" on of the limits. What is missing comes before what is wrong. */
export function checkMedia(post: PostOnPlatform): Finding[] {
  const missing = checkRequired(post);
  if (missing.length > 0) return missing;
  return [...checkCounts(post), ...post.media.flatMap((file) => checkFile(post, file))];
}

function checkRequired({ platform, rules, media }: PostOnPlatform): Finding[] {
  const { requires } = rules.media;
  const constraint = 'requiredType';
  if (requires === 'video' && !media.some(({ type }) => type === 'video')) {
    return [{ code: 'VIDEO_REQUIRED', message: `${platform} posts require a video`, field: 'video', constraint }];
  }
  if (requires === 'media' && media.length === 0) {
    return [{ code: 'MEDIA_REQUIRED', message: `${platform} posts require media`, field: 'media', constraint }];
  }
  return [];
}

/** Files of an unsupported kind are not counted: each of them is an error by itself. */
function checkCounts({ platform, rules: { media: rules }, media }: PostOnPlatform): Finding[] {
  const images = media.filter(({ type }) => type === 'image').length;
  const videos = media.length - images;
  const finding = (message: string) => ({ code: 'MEDIA_COUNT_EXCEEDED', message, field: 'media' }) as const;
  const check = (what: string, currentValue: number, maxValue = currentValue): Finding[] => {
    if (currentValue <= maxValue) return [];
    const message = `Number of ${what} (${currentValue}) exceeds ${platform}'s limit of ${maxValue}`;
    return [{ ...finding(message), constraint: 'maxCount', currentValue, maxValue }];
  };
  const isMixed = images > 0 && videos > 0 && rules.image !== null && rules.video !== null;
  if (!isMixed) {
    return [...check('images', images, rules.image?.maxCount), ...check('videos', videos, rules.video?.maxCount)];
  }
  if (rules.maxMixed !== null) return check('files', media.length, rules.maxMixed);
  return [finding(`Images and videos cannot be mixed in one ${platform} post`)];
}
