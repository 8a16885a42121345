/**
 * Media of a post group.
 *
 * key       where the object lies in storage; its first part is the type
 * awaiting  an upload URL was issued; the file was not inspected yet
 * ready     the file was inspected and can be published
 * broken    the file was inspected and cannot be published; see `problem`
 */
export enum MediaType {
  IMAGE = 'image',
  VIDEO = 'video',
}

export enum MediaStatus {
  PENDING_UPLOAD = 'awaiting',
  READY = 'ready',
  INVALID = 'broken',
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
};

export interface Media {
  id: string;
  /** Its uploader. It is published only with the uploader's own groups. */
  userId: string;
  groupId: string;
  type: MediaType;
  /** Sanitized name of the file. */
  name: string;
  /** Storage key. */
  fileName: string;
  /** Path of the public address. */
  filePath: string;
  /** The public address. */
  urlPure: string;
  /** The signed upload URL, or the URL that it is fetched from; null once the service has received the file. */
  uploadUrl: string | null;
  uploadExpiresAt: Date;
  mimeType: string;
  status: MediaStatus;
  problem: string | null;
  metadata: MediaMetadata;
  /** Alternative text. */
  altText: string | null;
  /** Its place among the files of its group, from 0; null: after those that have one, in the order of arrival. */
  position?: number | null;
  addedAt: Date;
  updatedAt: Date;
}

type Given = 'id' | 'userId' | 'groupId' | 'type' | 'name' | 'fileName' | 'urlPure' | 'uploadUrl' | 'uploadExpiresAt';

/** The record of a file that is still to come. */
export const newMedia = (given: Pick<Media, Given | 'mimeType'>, now: Date): Media => ({
  ...given,
  filePath: new URL(given.urlPure).pathname,
  status: MediaStatus.PENDING_UPLOAD,
  problem: null,
  metadata: UNKNOWN_METADATA,
  altText: null,
  addedAt: now,
  updatedAt: now,
});

/** How long an upload address is good [limits/upload-url]. */
export const UPLOAD_VALID_SECONDS = 3600;

/** One that began in its last second may take an hour. */
export const UPLOAD_ENDS_AFTER_SECONDS = 2 * UPLOAD_VALID_SECONDS + 60;

/** Keys have 255 characters at most, and the end of a name says what the file is. */
const MAX_NAME = 150;

/** The name of a file as its key has it [get-upload-url/fileName]. */
export function sanitizeFileName(name: string): string {
  const clean = name
    .trim()
    .replace(/ /g, '_')
    .replace(/[^a-zA-Z0-9_.-]/g, '');
  // A name of dots alone would be another folder.
  return /^\.*$/.test(clean) ? 'file' : clean.slice(-MAX_NAME);
}

/** Unguessable: an id alone has its time and 32 random bits, so that more are added. */
export const storageKey = (type: MediaType, id: string, random: string, name: string): string =>
  `${type}/${id}-${random}/${name}`;

/** The id of the file that is stored under a key; null for another kind of object. */
export const mediaIdOf = (key: string): string | null => /^(?:image|video)\/([0-9a-f]{24})-/.exec(key)?.[1] ?? null;
