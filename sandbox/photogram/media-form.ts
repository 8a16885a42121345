import { address, choice, count, flag, type Params } from '../graph/call.js';
import { type CheckFile, type Container, type ContainerDraft, notFetched } from '../graph/containers.js';
import { type GraphProblem, invalid, refuse } from '../graph/wire.js';
import type { ReceivedFile } from '../received-files.js';

/** The parameters of POST /{ig-user-id}/media in the specification. */
export const mediaParameters = [
  ...['alt_text', 'audio_name', 'caption', 'children', 'collaborators', 'cover_url', 'image_url', 'is_carousel_item'],
  ...['location_id', 'media_type', 'product_tags', 'share_to_feed', 'thumb_offset', 'trial_params', 'upload_type'],
  ...['user_tags', 'video_url'],
];

// The sandbox does not do these; refusing beats silently publishing something else.
const unsupported = [
  ...['audio_name', 'collaborators', 'cover_url', 'location_id', 'product_tags', 'trial_params', 'upload_type'],
  'user_tags',
];

const maxCaption = 2200;
const maxHashtags = 30;
const hashtag = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const maxAltText = 1000;
const maxImageBytes = 8 * 1024 * 1024;
const maxVideoBytes = 300 * 1024 * 1024;
/** Of a single video, and of one in a carousel. */
const videoSeconds = { least: 3, most: 180, mostOfItem: 60 };
export const maxItems = 10;

/** Which parameters each kind of container takes, beside `media_type`. */
const takes = {
  item: ['is_carousel_item', 'image_url', 'video_url', 'alt_text'],
  photo: ['image_url', 'caption', 'alt_text'],
  REELS: ['video_url', 'caption', 'share_to_feed', 'thumb_offset'],
  STORIES: ['image_url', 'video_url'],
  CAROUSEL: ['children', 'caption'],
} as const;

export const notReady: GraphProblem = { code: 9007, subcode: 2207027, message: 'Media ID is not available' };

/** Reads what a new container is to be; `items` finds those of a carousel. */
export function readMediaForm(params: Params, items: (children: string) => Container[]): ContainerDraft {
  const type = choice(params, 'media_type', ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL']);
  const isItem = flag(params, 'is_carousel_item') ?? false;
  const kind = isItem ? 'item' : type === undefined || type === 'IMAGE' ? 'photo' : type;
  if (kind === 'VIDEO') throw invalid('media_type VIDEO is for items of a carousel: use REELS');
  if (isItem && (type === 'REELS' || type === 'STORIES' || type === 'CAROUSEL')) {
    throw invalid(`media_type ${type} is no item of a carousel`);
  }
  for (const name of Object.keys(params)) {
    if (unsupported.includes(name)) throw invalid(`${name} is not supported here`);
    const isTaken = (takes[kind] as readonly string[]).includes(name);
    if (!isTaken && name !== 'media_type') throw invalid(`${name} is not for ${kind}`);
  }
  const image = address(params, 'image_url');
  const video = address(params, 'video_url');
  if (kind === 'CAROUSEL') return { ...shared(params, 'CAROUSEL'), children: items(params.children ?? '') };
  if ((image === undefined) === (video === undefined)) throw invalid('One of image_url and video_url is required');
  if ((isItem && (video !== undefined) !== (type === 'VIDEO')) || (kind === 'REELS' && video === undefined)) {
    throw invalid('media_type does not fit the file');
  }
  if (params.alt_text !== undefined && video !== undefined) throw invalid('alt_text is for images');
  count(params, 'thumb_offset');
  const product = { REELS: 'REELS', STORIES: 'STORY', item: 'FEED', photo: 'FEED' } as const;
  const more = { media_product_type: product[kind] };
  const draft = shared(params, video === undefined ? 'IMAGE' : 'VIDEO');
  return { ...draft, isItem, url: image ?? video ?? null, more: { ...draft.more, ...more } };
}

function shared(params: Params, type: ContainerDraft['type']): ContainerDraft {
  const { caption = '', alt_text, thumb_offset } = params;
  if ([...caption].length > maxCaption) {
    throw refuse({ code: 36004, subcode: 2207010, message: 'The caption was too long' });
  }
  if ((caption.match(hashtag)?.length ?? 0) > maxHashtags) {
    throw invalid(`The caption has more than ${maxHashtags} hashtags`);
  }
  if ([...(alt_text ?? '')].length > maxAltText) throw invalid('alt_text is too long');
  const is_shared_to_feed = flag(params, 'share_to_feed');
  return {
    type,
    isItem: false,
    text: caption,
    url: null,
    children: [],
    more: { alt_text, thumb_offset, is_shared_to_feed },
  };
}

/** The platform takes JPEG images and MP4 or MOV videos. The sides of a photo must fit its feed, unless it is a story. */
export const checkFile: CheckFile = ({ type, isItem, more }, file) => {
  if (type === 'VIDEO') return checkVideo(file, isItem);
  const { mimeType, bytes, playable, width, height } = file;
  if (!mimeType?.startsWith('image/') || !playable || !width || !height) return notFetched;
  if (mimeType !== 'image/jpeg') return { code: 36001, subcode: 2207005, message: 'The image format is not supported' };
  if (bytes > maxImageBytes) return { code: 36000, subcode: 2207004, message: 'The image is too large to download' };
  const ratio = width / height;
  return more.media_product_type === 'FEED' && (ratio < 0.8 || ratio > 1.91)
    ? { code: 36003, subcode: 2207009, message: "The submitted image's aspect ratio cannot be published" }
    : null;
};

function checkVideo({ mimeType, playable, bytes, seconds }: ReceivedFile, isItem: boolean): GraphProblem | null {
  const problem = (subcode: number): GraphProblem => ({
    code: 352,
    subcode,
    message: `Media upload has failed with error code ${subcode}`,
  });
  if (!playable || (mimeType !== 'video/mp4' && mimeType !== 'video/quicktime')) return problem(2207026);
  if (bytes > maxVideoBytes) return problem(2207004);
  const { least, most, mostOfItem } = videoSeconds;
  const isInBounds = seconds === null || (seconds >= least && seconds <= (isItem ? mostOfItem : most));
  return isInBounds ? null : problem(2207026);
}
