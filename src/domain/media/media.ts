import type { Framing } from '../../platforms/port/framing.js';
import { MediaType } from '../posts/state/media-type.js';

/**
 * Media of a post group.
 *
 * key       where the object lies in storage; its first part is the declared type
 * awaiting  an upload URL was issued; the file was not inspected yet
 * ready     the file was inspected and can be published
 * broken    the file was inspected and cannot be published; see `problem`
 */
export enum MediaStatus {
  PENDING_UPLOAD = 'awaiting',
  READY = 'ready',
  INVALID = 'broken',
}

/**
 * How a file relates to its stored object.
 *
 * upload    it was uploaded for a post, and is removed with it
 * library   it is kept until its owner deletes it; posts use it
 * use       it is a post's reference to the object of another file of its owner
 */
export enum MediaOrigin {
  UPLOAD = 'upload',
  LIBRARY = 'library',
  USE = 'use',
}

/** What a file is [media/record-metadata]. What does not apply, or is not known yet, is null. */
export interface MediaMetadata {
  /** Bytes. */
  size: number | null;
  width: number | null;
  height: number | null;
  /** Width divided by height. */
  aspectRatio: number | null;
  format: string;
  /** Frames per second. */
  frameRate: number | null;
  codecName: string | null;
  /** Bits per second. */
  bitRate: number | null;
  /** Seconds. */
  duration: number | null;
  /** How a video stores its colours, such as `yuv420p`. */
  pixelFormat: string | null;
  /** Frames of an animated image, or pages of a TIFF, if there are several. */
  frames: number | null;
}

export const UNKNOWN_METADATA: MediaMetadata = {
  size: null,
  width: null,
  height: null,
  aspectRatio: null,
  format: 'unknown',
  frameRate: null,
  codecName: null,
  bitRate: null,
  duration: null,
  pixelFormat: null,
  frames: null,
};

export interface Media {
  id: string;
  /** Its uploader. It is published only with the uploader's own groups. */
  userId: string;
  groupId: string;
  /** As declared; once the file was inspected, what its bytes are. */
  type: MediaType;
  /** Sanitized name of the file. */
  name: string;
  /** Storage key of the object; several files of the accounts of one owner may refer to it. */
  fileName: string;
  /** Storage key of a small picture of the object, beside it; null until it is made, and for videos. */
  thumbnail: string | null;
  /** Path of the public address. */
  filePath: string;
  /** The public address. */
  urlPure: string;
  /** The signed upload URL, or the URL that it is fetched from; null once the service has received the file. */
  uploadUrl: string | null;
  uploadExpiresAt: Date;
  /** As declared; once the file was inspected, that of its bytes. */
  mimeType: string;
  /** As declared, even if the file is something else; null of a file that is fetched from a URL. */
  declaredMimeType: string | null;
  origin: MediaOrigin;
  status: MediaStatus;
  problem: string | null;
  metadata: MediaMetadata;
  /** Alternative text. */
  altText: string | null;
  /** How platforms crop it, and where its focus is. */
  framings: readonly Framing[];
  /** Its position among the files of its group, from 0; null: after those that have one, in the order of arrival. */
  position?: number | null;
  addedAt: Date;
  updatedAt: Date;
}

/** Where an object is. */
export type StoredAt = Pick<Media, 'fileName' | 'filePath' | 'urlPure' | 'thumbnail'>;

/** The public address of the small picture of a file: beside the object. */
export const thumbnailUrlOf = ({ fileName, urlPure, thumbnail }: Media): string | null =>
  thumbnail && `${urlPure.slice(0, -fileName.length)}${thumbnail}`;

type Given = 'id' | 'userId' | 'groupId' | 'type' | 'name' | 'fileName' | 'urlPure' | 'uploadUrl' | 'uploadExpiresAt';

/** The record of a file that is still to come. */
export const newMedia = (given: Pick<Media, Given | 'mimeType'>, now: Date): Media => ({
  ...given,
  filePath: new URL(given.urlPure).pathname,
  declaredMimeType: given.mimeType,
  origin: MediaOrigin.UPLOAD,
  status: MediaStatus.PENDING_UPLOAD,
  problem: null,
  metadata: UNKNOWN_METADATA,
  thumbnail: null,
  altText: null,
  framings: [],
  addedAt: now,
  updatedAt: now,
});

/** How long an upload address is good [limits/upload-url]. */
export const UPLOAD_VALID_SECONDS = 3600;

/** One that began in its last second may take an hour. */
export const UPLOAD_ENDS_AFTER_SECONDS = 2 * UPLOAD_VALID_SECONDS + 60;

/** Keys have 255 characters at most, and the end of a name says what the file is. */
const MAX_NAME = 150;

/** Whether uploads for a file have ended. A bucket may take one later: it does not replace a file that others share. */
export const hasExpired = ({ uploadExpiresAt }: Pick<Media, 'uploadExpiresAt'>, now: Date): boolean =>
  now.getTime() - uploadExpiresAt.getTime() > UPLOAD_VALID_SECONDS * 1000;

/** Whether the object of an inspected file stays as it is: that of a file of the library is not replaced. */
export const isFinal = (file: Pick<Media, 'uploadExpiresAt' | 'origin'>, now: Date): boolean =>
  hasExpired(file, now) || file.origin !== MediaOrigin.UPLOAD;

/** The record of a post's reference to the object of another file. It counts as a file, and none of its bytes. */
export const newUse = (file: Media, id: string, now: Date): Media => ({
  ...file,
  id,
  groupId: '',
  name: sanitizeFileName(file.name),
  uploadUrl: null,
  origin: MediaOrigin.USE,
  position: null,
  addedAt: now,
  updatedAt: now,
});

/** The name of a file as its key has it [get-upload-url/fileName]. */
export function sanitizeFileName(name: string): string {
  const clean = name
    .trim()
    .replace(/ /g, '_')
    .replace(/[^a-zA-Z0-9_.-]/g, '');
  // A name of dots alone would be another folder.
  return /^\.*$/.test(clean) ? 'file' : clean.slice(-MAX_NAME);
}

const EXTENSION = /\.(?:jpe?g|png|gif|webp|bmp|tiff?|avif|mp4|mov|avi|mkv|webm)$/i;

/** The end of such keys: a regular expression of Postgres. */
export const WITHOUT_NAME = '^file([.][a-z0-9]+)?$';

/** What a key has in place of a name: files of other accounts with the same bytes may get the key as their address. */
export const withoutName = (name: string): string => `file${EXTENSION.exec(name)?.[0].toLowerCase() ?? ''}`;

/** Unguessable: an id alone has its time and 32 random bits, so that more are added. */
export const storageKey = (type: MediaType, id: string, random: string, name: string): string =>
  `${type}/${id}-${random}/${name}`;

/** The type that a file was declared to have: the first part of its key. */
export const declaredTypeOf = (key: string): MediaType =>
  key.startsWith(`${MediaType.VIDEO}/`) ? MediaType.VIDEO : MediaType.IMAGE;

/** Why the bytes of a file are not in storage; null if they are, or if it is INVALID. */
export function missingFile({
  status,
  uploadUrl,
  declaredMimeType,
  name,
}: Pick<Media, 'status' | 'uploadUrl' | 'declaredMimeType' | 'name'>): {
  code: 'MEDIA_NOT_UPLOADED' | 'MEDIA_UNAVAILABLE';
  message: string;
} | null {
  if (status !== MediaStatus.PENDING_UPLOAD) return null;
  if (uploadUrl === null) {
    return { code: 'MEDIA_UNAVAILABLE', message: `${name} was uploaded, but is no longer in storage` };
  }
  const why = declaredMimeType === null ? 'has not been fetched yet' : 'was never uploaded';
  return { code: 'MEDIA_NOT_UPLOADED', message: `${name} ${why}` };
}

/** Whether the service has received a file, and has not inspected it yet, or did not find it in storage. */
export const isUninspected = ({ status, uploadUrl }: Pick<Media, 'status' | 'uploadUrl'>): boolean =>
  status === MediaStatus.PENDING_UPLOAD && uploadUrl === null;

/** Whether the service is about to fetch a file, or is fetching it: in the end it is READY or INVALID. */
export const isBeingFetched = ({
  status,
  uploadUrl,
  declaredMimeType,
}: Pick<Media, 'status' | 'uploadUrl' | 'declaredMimeType'>): boolean =>
  status === MediaStatus.PENDING_UPLOAD && uploadUrl !== null && declaredMimeType === null;

/** The id of the file that is stored under a key; null for another kind of object. */
export const mediaIdOf = (key: string): string | null => /^(?:image|video)\/([0-9a-f]{24})-/.exec(key)?.[1] ?? null;
