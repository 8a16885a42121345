import { address, choice, flag, type Params } from '../graph/call.js';
import { type CheckFile, type Container, type ContainerDraft, notFetched } from '../graph/containers.js';
import { type GraphProblem, invalid, refuse } from '../graph/wire.js';

/** The parameters of POST /me/threads in the platform's own collection of requests. */
export const postParameters = [
  ...['alt_text', 'auto_publish_text', 'children', 'gif_attachment', 'image_url', 'is_carousel_item', 'is_ghost_post'],
  ...['is_spoiler_media', 'link_attachment', 'location_id', 'media_type', 'poll_attachment', 'quote_post_id'],
  ...['reply_control', 'reply_to_id', 'text', 'text_attachment', 'text_entities', 'topic_tag', 'video_url'],
];

// The sandbox does not do these; refusing beats silently publishing something else.
const unsupported = [
  ...['gif_attachment', 'is_ghost_post', 'is_spoiler_media', 'link_attachment', 'location_id', 'poll_attachment'],
  ...['quote_post_id', 'text_attachment', 'text_entities', 'topic_tag'],
];

const maxText = 500;
const maxAltText = 1000;
const maxLinks = 5;
const maxImageBytes = 8 * 1024 * 1024;
/** Of the longer side of an image to the shorter. */
const maxRatio = 10;
const maxVideoBytes = 500 * 1024 * 1024;
const maxVideoSeconds = 5 * 60;
export const maxItems = 20;

const post = ['text', 'reply_control', 'reply_to_id'];
const item = ['is_carousel_item', 'alt_text'];

/** Which parameters each kind of container takes, beside `media_type`. */
const takes: Readonly<Record<ContainerDraft['type'], readonly string[]>> = {
  TEXT: [...post, 'auto_publish_text'],
  IMAGE: [...post, ...item, 'image_url'],
  VIDEO: [...post, ...item, 'video_url'],
  CAROUSEL: [...post, 'children'],
};

/** A container that is published too early, and one that is not there, are the same to the platform. */
export const mediaNotFound: GraphProblem = {
  code: 24,
  subcode: 4279009,
  message: 'The requested resource does not exist',
};

// The documentation has emojis count as their bytes in UTF-8; in production every character does.
const length = (text: string): number => Buffer.byteLength(text);

const linksOf = (text: string): Set<string> => new Set(text.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]']/giu));

/** Reads what a new container is to be; `items` finds those of a carousel, `has` returns which posts can be replied to. */
export function readPostForm(
  params: Params,
  items: (children: string) => Container[],
  has: (postedId: string) => boolean,
): ContainerDraft {
  const type = choice(params, 'media_type', ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']);
  if (!type) throw invalid('The parameter media_type is required');
  const isItem = flag(params, 'is_carousel_item') ?? false;
  for (const name of Object.keys(params)) {
    if (unsupported.includes(name)) throw invalid(`${name} is not supported here`);
    const isTaken = takes[type].includes(name) && !(isItem && post.includes(name));
    if (!isTaken && name !== 'media_type') throw invalid(`${name} is not for ${type}`);
  }
  const { text = '', alt_text, reply_to_id } = params;
  if (type === 'TEXT' && text.trim() === '') throw invalid('The parameter text is required');
  if (length(text) > maxText) throw invalid(`Param text must be at most ${maxText} characters long.`);
  if (linksOf(text).size > maxLinks) {
    throw refuse({ code: 100, message: `THREADS_API__LINK_LIMIT_EXCEEDED: a post has at most ${maxLinks} links` });
  }
  if (length(alt_text ?? '') > maxAltText)
    throw invalid(`Param alt_text must be at most ${maxAltText} characters long.`);
  if (reply_to_id !== undefined && !has(reply_to_id)) throw invalid('Param reply_to_id is no post');
  const url = address(params, type === 'VIDEO' ? 'video_url' : 'image_url') ?? null;
  if (url === null && (type === 'IMAGE' || type === 'VIDEO')) throw invalid(`The address of the ${type} is required`);
  const reply_control = choice(params, 'reply_control', [
    ...(['everyone', 'accounts_you_follow', 'mentioned_only'] as const),
    ...(['parent_post_author_only', 'followers_only'] as const),
  ]);
  const children = type === 'CAROUSEL' ? items(params.children ?? '') : [];
  return { type, isItem, text, url, children, more: { alt_text, reply_to_id, reply_control } };
}

/** The platform takes JPEG and PNG images, and MP4 or MOV videos. */
export const checkFile: CheckFile = ({ type }, { mimeType, bytes, playable, width, height, seconds }) => {
  if (type === 'VIDEO') {
    const isVideo = playable && (mimeType === 'video/mp4' || mimeType === 'video/quicktime');
    const isInBounds = bytes <= maxVideoBytes && (seconds ?? 0) <= maxVideoSeconds;
    return isVideo && isInBounds ? null : { code: 1, message: 'FAILED_PROCESSING_VIDEO' };
  }
  if (!mimeType?.startsWith('image/') || !playable || !width || !height) return notFetched;
  if (mimeType !== 'image/jpeg' && mimeType !== 'image/png') {
    return { code: 36001, subcode: 2207005, message: 'The image format is not supported' };
  }
  if (bytes > maxImageBytes) return { code: 36000, subcode: 2207004, message: 'The image is too large to download' };
  return Math.max(width / height, height / width) > maxRatio
    ? { code: 36003, subcode: 2207009, message: "The submitted image's aspect ratio cannot be published" }
    : null;
};
