import type { SandboxContext } from '../exchange.js';
import { fetchMedia } from '../fetch-media.js';
import { asMedia } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import { invalid, refuse } from './wire.js';

type Fields = Record<string, unknown>;

/** The fields of a pin and of its media, from the schema `PinCreate` of the API's specification. */
const known = {
  pin: [
    'alt_text',
    'board_id',
    'board_section_id',
    'description',
    'dominant_color',
    'link',
    'media_source',
    'parent_pin_id',
    'sponsor_id',
    'title',
  ],
  image_url: ['source_type', 'url', 'is_standard'],
  multiple_image_urls: ['source_type', 'items', 'index'],
  video_id: ['source_type', 'media_id', 'cover_image_url', 'cover_image_key_frame_time', 'is_standard'],
  item: ['url', 'title', 'description', 'link'],
};

// The sandbox does not do these; refusing beats silently publishing something else.
const unsupported = ['board_section_id', 'dominant_color', 'parent_pin_id', 'sponsor_id'];

const longest: Record<string, number> = { title: 100, description: 800, alt_text: 500, link: 2048 };

/** What an image may be, and how many bytes it may have [content-limits/pinboard]. */
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/tiff'];
const maxImageBytes = 20 * 1024 * 1024;
const itemCount = { least: 2, most: 5 };

/** The media of a pin: images at these addresses, or an uploaded video. */
export type PinSource =
  | { kind: 'images'; urls: string[] }
  | { kind: 'video'; mediaId: string; coverUrl: string | null };

/** A pin that is created when its files have arrived. */
export interface PinDraft {
  boardId: string;
  texts: { title: string | null; description: string | null; alt_text: string | null; link: string | null };
  source: PinSource;
}

/** Reads the body of `POST /v5/pins`. */
export function readPinForm(body: unknown): PinDraft {
  const form = object(body, 'the body', known.pin);
  for (const name of unsupported) {
    if (form[name] !== undefined && form[name] !== null) throw invalid(`'${name}' is not supported here`);
  }
  const { board_id: boardId } = form;
  if (typeof boardId !== 'string' || !/^\d+$/.test(boardId)) throw invalid(mustMatch('board_id', boardId));
  const texts = {
    title: text(form, 'title'),
    description: text(form, 'description'),
    alt_text: text(form, 'alt_text'),
    link: text(form, 'link'),
  };
  return { boardId, texts, source: readSource(form.media_source) };
}

/**
 * Fetches the images of a pin, as the platform does. Refuses missing files and formats that the platform does not
 * accept.
 */
export async function fetchImages(context: SandboxContext, urls: readonly string[]): Promise<SandboxMedia[]> {
  const files = await Promise.all(urls.map((url) => fetchMedia(context, url)));
  return files.map((file) => {
    if (!file) {
      throw refuse(
        400,
        1,
        'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.',
      );
    }
    const { mimeType, playable, bytes } = file;
    if (mimeType === null || !imageTypes.includes(mimeType))
      throw invalid('the image has a type that is not supported');
    if (!playable) throw invalid('the image cannot be read');
    if (bytes > maxImageBytes) throw refuse(413, 1, 'Invalid request: the image is larger than 20 MB');
    return asMedia(file);
  });
}

function readSource(value: unknown): PinSource {
  const { source_type: type } = object(value, 'media_source');
  if (type === 'image_url') return { kind: 'images', urls: [address(object(value, 'media_source', known.image_url))] };
  if (type === 'video_id') return readVideo(object(value, 'media_source', known.video_id));
  if (type !== 'multiple_image_urls')
    throw invalid(`media_source of the type ${JSON.stringify(type)} is not supported`);
  const { items } = object(value, 'media_source', known.multiple_image_urls);
  if (!Array.isArray(items) || items.length < itemCount.least || items.length > itemCount.most) {
    throw invalid(`'items' must have ${itemCount.least} to ${itemCount.most} elements`);
  }
  return { kind: 'images', urls: items.map((item) => address(object(item, 'items', known.item))) };
}

/** A pin of a video needs a cover: an image, or a frame. */
function readVideo({
  media_id: mediaId,
  cover_image_url: cover,
  cover_image_key_frame_time: frame,
}: Fields): PinSource {
  if (typeof mediaId !== 'string' || !/^\d+$/.test(mediaId)) throw invalid(mustMatch('media_id', mediaId));
  if (cover !== undefined) return { kind: 'video', mediaId, coverUrl: address({ url: cover }) };
  if (frame === undefined) throw invalid('a cover image is required for a video');
  if (!Number.isInteger(frame) || Number(frame) < 0) throw invalid(mustMatch('cover_image_key_frame_time', frame));
  return { kind: 'video', mediaId, coverUrl: null };
}

function object(value: unknown, name: string, fields?: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(`${name} is not an object`);
  const unknown = fields && Object.keys(value).find((field) => !fields.includes(field));
  // The API ignores an unknown field, so a misspelt one would go unnoticed.
  if (unknown !== undefined) throw invalid(`unknown field '${unknown}'`);
  return value as Fields;
}

function address({ url }: Fields): string {
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalid(mustMatch('url', url));
  return url;
}

function text(form: Fields, name: string): string | null {
  const value = form[name] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string') throw invalid(`'${name}' is not a string`);
  const most = longest[name] ?? 0;
  if ([...value].length > most) throw invalid(`'${name}' is longer than ${most} characters`);
  return value;
}

const mustMatch = (name: string, value: unknown) => `'${name}' value ${JSON.stringify(value)} is not valid`;
