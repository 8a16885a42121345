/** The files that a post is given: uploaded ones, and those that the service fetches. */
import { AppError } from '../../../foundation/errors/app-error.js';
import { publishableText } from '../../../foundation/errors/publishable-text.js';
import { within } from '../../../foundation/errors/within.js';
import { isWebAddress } from '../../../foundation/http-client/web-address.js';
import type { Framing } from '../../../platforms/port/framing.js';
import { type FramingInput, parseFramings } from './framings.js';
import { MediaType } from './media-type.js';
import { isLongerThan, MAX_ALT_TEXT, MAX_FILES, MAX_MEDIA_URL } from './post-bounds.js';

interface Described {
  /** Empty: none. Undefined: as it is. */
  altText: string | undefined;
  /** Undefined: as they are. */
  framings?: readonly Framing[] | undefined;
}

/** A file of the post, or an uploaded file that belongs to no post yet. */
export interface UploadedFile extends Described {
  mediaId: string;
}

/** A file that is fetched once the post is stored. */
export interface WebFile extends Described {
  url: string;
  /** As its owner says; its bytes decide. */
  type: MediaType;
}

export type GivenFile = UploadedFile | WebFile;

export const isUploaded = (file: GivenFile): file is UploadedFile => 'mediaId' in file;

/** A file as a caller writes it. */
interface FileInput {
  mediaId?: string | null;
  url?: string | null;
  type?: MediaType | null;
  altText?: string | null;
  framings?: readonly FramingInput[] | null;
}

/** MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, MEDIA_URL_INVALID, ALT_TEXTS_TOO_LONG, TEXT_NOT_PUBLISHABLE, FRAMING_INVALID. */
export function parseFiles(given: readonly FileInput[]): GivenFile[] {
  if (given.length > MAX_FILES) throw new AppError('MEDIA_TOO_MANY');
  const ids = new Set<string>();
  return given.map((one, index) =>
    within(`media.${index}`, () => {
      const file = parseFile(one);
      if (!isUploaded(file)) return file;
      // A post has a file once: of two alternative texts or framings, one would be lost.
      if (ids.has(file.mediaId)) throw new AppError('MEDIA_SOURCE_INVALID').at('mediaId');
      ids.add(file.mediaId);
      return file;
    }),
  );
}

function parseFile({ mediaId, url, type, altText: text, framings: framed }: FileInput): GivenFile {
  if (isLongerThan(text ?? '', MAX_ALT_TEXT)) throw new AppError('ALT_TEXTS_TOO_LONG').at('altText');
  const altText = text == null ? undefined : publishableText(text, 'altText');
  const framings = framed == null ? undefined : parseFramings(framed);
  if (mediaId != null && url == null) return { mediaId, altText, framings };
  if (mediaId != null || url == null) throw new AppError('MEDIA_SOURCE_INVALID');
  assertWebAddress(url);
  return { url, type: type ?? typeOf(url), altText, framings };
}

/** MEDIA_URL_INVALID. */
export function assertWebAddress(url: string): void {
  if (url.length > MAX_MEDIA_URL || !isWebAddress(url)) throw new AppError('MEDIA_URL_INVALID');
}

const VIDEO_NAME = /\.(?:mp4|m4v|mov|webm|avi|mkv)$/i;

const typeOf = (url: string): MediaType => (VIDEO_NAME.test(new URL(url).pathname) ? MediaType.VIDEO : MediaType.IMAGE);

/**
 * Every id is that of a file of the group, or of one of its owner's that belongs to no group yet: MEDIA_NOT_FOUND,
 * MEDIA_IN_USE.
 */
export function assertAttachable(
  media: readonly { id: string; userId: string; groupId: string }[],
  files: readonly GivenFile[],
  { id: groupId, userId }: { id: string; userId: string },
): void {
  const own = new Map(media.filter((file) => file.userId === userId).map((file) => [file.id, file]));
  for (const [index, file] of files.entries()) {
    if (!isUploaded(file)) continue;
    const known = own.get(file.mediaId);
    const field = `media.${index}.mediaId`;
    if (!known) throw new AppError('MEDIA_NOT_FOUND').at(field);
    if (known.groupId !== '' && known.groupId !== groupId) throw new AppError('MEDIA_IN_USE').at(field);
  }
}
