/**
 * A part as a pin: its first line is the title, all of it the description. The platform fetches images itself; a video
 * is uploaded before.
 */
import type { Part, PartMedia } from '../port/platform.js';
import { rules } from './rules.js';

/** The schema `PinCreate` of the Pinterest API v5, as far as this service uses it. */
export interface PinCreate {
  board_id: string;
  title?: string;
  description?: string;
  alt_text?: string;
  media_source: ImageSource | VideoSource;
}

type ImageSource =
  | { source_type: 'image_url'; url: string }
  | { source_type: 'multiple_image_urls'; items: { url: string }[] };

interface VideoSource {
  source_type: 'video_id';
  media_id: string;
  /** The frame that is the cover, in whole seconds from the start; a pin of a video needs a cover. */
  cover_image_key_frame_time: number;
}

const TITLE_MAX = rules.text.title?.max ?? 0;

/** A pin of images. */
export function makePin(boardId: string, { text, media }: Part): PinCreate {
  return { board_id: boardId, ...wordsOf(text), ...toAltText(altTextOf(media)), media_source: imageSource(media) };
}

/** A pin of a video that was uploaded. */
export function makeVideoPin(
  boardId: string,
  { text, videoTimestamp }: Part,
  video: { mediaId: string; altText?: string },
): PinCreate {
  const media_source: VideoSource = {
    source_type: 'video_id',
    media_id: video.mediaId,
    cover_image_key_frame_time: Math.floor((videoTimestamp ?? 0) / 1000),
  };
  return { board_id: boardId, ...wordsOf(text), ...toAltText(video), media_source };
}

/** Title and description; neither for a part without a text. */
export const wordsOf = (text: string): Pick<PinCreate, 'title' | 'description'> =>
  text.trim() === '' ? {} : { title: titleOf(text), description: text };

/** A first line that is too long ends with the last word that fits. */
function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trimEnd() ?? '';
  const characters = [...line];
  if (characters.length <= TITLE_MAX) return line;
  const cut = characters.slice(0, TITLE_MAX).join('');
  const words = (cut + characters[TITLE_MAX]).replace(/\s+\S*$/, '');
  return words.length > cut.length ? cut : words;
}

const toAltText = ({ altText }: { altText?: string }): Pick<PinCreate, 'alt_text'> =>
  altText === undefined ? {} : { alt_text: altText };

/** A pin has one alternative text, however many images it shows; absent without any. */
export function altTextOf(media: readonly PartMedia[]): { altText?: string } {
  const texts = media.flatMap((file) => file.altText ?? []).join('\n');
  return texts === '' ? {} : { altText: texts };
}

function imageSource(media: readonly PartMedia[]): ImageSource {
  const items = media.map(({ url }) => ({ url }));
  const [first] = items;
  return first && items.length === 1
    ? { source_type: 'image_url', ...first }
    : { source_type: 'multiple_image_urls', items };
}
