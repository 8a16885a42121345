/** Parts as containers of the Threads API: a text, an image, a video, or a carousel of them. */
import type { Fields } from '../graph/graph-api.js';
import type { Part, PartMedia } from '../port/platform.js';

/** One of several files. */
export const itemFields = (file: PartMedia): Fields => ({ is_carousel_item: 'true', ...fileFields(file) });

/** The post itself. An empty replyControl is not sent [settings/threadtalk-replyControl-empty]. */
export function postFields(part: Part, items: readonly string[]): Fields {
  const [file] = part.media;
  const { replyControl } = part.settings;
  return {
    ...(items.length > 0
      ? { media_type: 'CAROUSEL', children: items.join(',') }
      : file
        ? fileFields(file)
        : { media_type: 'TEXT' }),
    text: part.text || undefined,
    reply_to_id: part.replyTo ?? undefined,
    reply_control: replyControl ? String(replyControl) : undefined,
  };
}

const fileFields = ({ kind, url, altText }: PartMedia): Fields => ({
  ...(kind === 'video' ? { media_type: 'VIDEO', video_url: url } : { media_type: 'IMAGE', image_url: url }),
  alt_text: altText ?? undefined,
});
