/** A part as a pin: its first line is the title, all of it the description. The platform fetches the images. */
import type { Part, PartMedia } from '../port/platform.js';
import { rules } from './rules.js';

/** The schema `PinCreate` of the Pinterest API v5, as far as this service uses it. */
export interface PinCreate {
  board_id: string;
  title?: string;
  description?: string;
  alt_text?: string;
  media_source:
    | { source_type: 'image_url'; url: string }
    | { source_type: 'multiple_image_urls'; items: { url: string }[] };
}

const TITLE_MAX = rules.text.title?.max ?? 0;

export function makePin(boardId: string, { text, media }: Part): PinCreate {
  return { board_id: boardId, ...wordsOf(text), ...altText(media), media_source: mediaSource(media) };
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

/** A pin has one alternative text, however many images it shows. */
function altText(media: readonly PartMedia[]): Pick<PinCreate, 'alt_text'> {
  const texts = media.flatMap((file) => file.altText ?? []).join('\n');
  return texts === '' ? {} : { alt_text: texts };
}

function mediaSource(media: readonly PartMedia[]): PinCreate['media_source'] {
  const items = media.map(({ url }) => ({ url }));
  const [first] = items;
  return first && items.length === 1
    ? { source_type: 'image_url', ...first }
    : { source_type: 'multiple_image_urls', items };
}
