/**
 * Where uploaded files live. An **object** is bytes with a content type under a **key**; two drivers keep them: S3
 * (`s3-storage.ts`) and the disk (`disk-storage.ts`). The public reads an object at its public address, as it reads a
 * public bucket: objects are protected by unguessable keys. Uploads go straight to a signed address
 * [get-upload-url/put].
 */
import { validateHeaderValue } from 'node:http';
import type { Readable } from 'node:stream';

/** Files of the service's users. Every method rejects keys that fail `isObjectKey`. */
export interface ObjectStorage {
  /** Whether signed uploads pass through the service, by `ReceiveUpload`. Otherwise they take effect without it. */
  readonly receivesUploads: boolean;
  /**
   * An address that takes one HTTP PUT or more of exactly this content type, for so long. Where the public reads an
   * object as it was sent, the address is for the type that `safeContentType` makes of it. What arrives is an object under
   * `uploadKey(key)`.
   */
  signUpload(key: string, contentType: string, expiresInSeconds: number): Promise<string>;
  /**
   * Where uploads for an object arrive: under its own key, if they pass through the service. In a bucket, which takes them
   * without the service and at any time, under another one: only `take` makes an object of them.
   */
  uploadKey(key: string): string;
  /** An address for GET, for platforms that fetch media themselves. */
  signDownload(key: string, expiresInSeconds: number): Promise<string>;
  /** Where the public reads it. */
  publicUrl(key: string): string;
  /**
   * Stores a stream, replacing any existing object. A stream that fails or is destroyed stores nothing. `place` is called
   * once all bytes have arrived; without it, they take effect immediately.
   */
  put(key: string, body: Readable, options: { contentType: string; place?: Place }): Promise<{ size: number }>;
  /** The whole object, or a part of it; undefined when there is none. */
  get(key: string, part?: Part): Promise<StoredObject | undefined>;
  /**
   * Makes this version of an upload the object of a key, served with this content type, and removes the upload. From the key
   * itself, it changes the content type. False if the version was replaced or deleted meanwhile. S3 copies at most 5 GB,
   * which is also what one PUT has: a larger object keeps its label.
   */
  take(key: string, upload: { from: string; version: string; contentType: string }): Promise<boolean>;
  /** Deletes objects, and uploads for them. Missing ones are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Deletes an object or an upload if it still is this version. */
  deleteVersion(key: string, version: string): Promise<void>;
  /** Deletes uploads that arrived before then and were not taken, at most so many. Returns how many. */
  deleteUploads(before: Date, limit: number): Promise<number>;
  /** Every object whose key starts like this, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; storedAt: Date }>;
  /** Closes connections. */
  close(): void;
}

/** Has the bytes of an upload take effect by calling `move`; throws if that is not allowed. */
export type Place = (move: () => Promise<void>) => Promise<void>;

/** Accepts an upload of so many bytes under a signed key by calling `store`; throws if it is not allowed. */
export type ReceiveUpload = (key: string, bytes: number, store: (place: Place) => Promise<unknown>) => Promise<void>;

/** First and last byte, counted from 0, as in an HTTP range. What lies past the object's end is left out. */
export interface Part {
  start: number;
  end: number;
}

export interface StoredObject {
  /** Must be read to the end or destroyed: it holds a file or a connection. */
  body: Readable;
  /** Bytes of the whole object, also if a part was requested. */
  size: number;
  contentType: string;
  /** Differs from that of any object that was stored under the key before. */
  version: string;
}

/** Keys are used unchanged in addresses and as names of files. File systems accept names of up to 255 bytes. */
const OBJECT_KEY = /^(?=.{1,255}$)[\w.-]+(\/[\w.-]+)*$/;

/** Letters, digits, `_`, `.` and `-`, in parts with slashes between them; no part is `.` or `..`. */
export const isObjectKey = (key: string): boolean =>
  OBJECT_KEY.test(key) && !key.split('/').some((part) => part === '.' || part === '..');

/** Throws if this is not valid in a header: it is served as stored. */
export const checkContentType = (contentType: string): void => validateHeaderValue('Content-Type', contentType);

/** `application/mp4` is the registered type of an MP4 file. */
const MEDIA_TYPE = /^((image\/(?!svg\b)|video\/)[\w.+-]+|application\/mp4)$/i;

/**
 * The content type an object is served with: anything other than images and videos is served as bytes, so that no
 * browser executes it.
 */
export const safeContentType = (contentType: string): string =>
  MEDIA_TYPE.test(contentType) ? contentType : 'application/octet-stream';

/** Returns the key; throws if it is invalid. */
export function checkObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
  return key;
}
