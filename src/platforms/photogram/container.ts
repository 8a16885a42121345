/** Parts as containers of the Instagram API: a photo, a reel, a story, or a carousel of 2 to 10 photos or videos. */

import type { Fields } from '../graph/graph-api.js';
import type { Part, PartMedia } from '../port/platform.js';

/** Stories are chosen, of a video as of an image [settings/photogram-videoType-values]. */
export const isStory = ({ settings }: Pick<Part, 'settings'>): boolean => settings.videoType === 'STORIES';

/** One of several files. */
export const itemFields = (file: PartMedia): Fields =>
  file.kind === 'video'
    ? { is_carousel_item: 'true', media_type: 'VIDEO', video_url: file.url }
    : { is_carousel_item: 'true', ...imageFields(file) };

/** The post itself. */
export function postFields(part: Part, items: readonly string[]): Fields {
  const [file] = part.media;
  const caption = part.text || undefined;
  if (items.length > 0 || !file) return { media_type: 'CAROUSEL', children: items.join(','), caption };
  if (isStory(part)) return { media_type: 'STORIES', [file.kind === 'video' ? 'video_url' : 'image_url']: file.url };
  if (file.kind === 'image') return { ...imageFields(file), caption };
  const cover = part.videoTimestamp ?? undefined;
  return { media_type: 'REELS', video_url: file.url, share_to_feed: 'true', thumb_offset: cover?.toFixed(), caption };
}

const imageFields = ({ url, altText }: PartMedia): Fields => ({ image_url: url, alt_text: altText ?? undefined });
