import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { MediaType } from '../posts/state/media-type.js';
import { type Media, newMedia, sanitizeFileName, storageKey, UPLOAD_VALID_SECONDS, withoutName } from './media.js';

/** The record of a file that is to be fetched; its bytes determine its content type. */
export function newWebMedia(
  given: {
    userId: string;
    /** Empty: it belongs to no group yet. */
    groupId: string;
    url: string;
    type: MediaType;
    /** Null: the last part of the address. */
    fileName: string | null;
  },
  publicUrl: (key: string) => string,
  now: Date,
): Media {
  const { userId, groupId, type } = given;
  const source = new URL(given.url);
  const id = newId(now);
  const name = sanitizeFileName(given.fileName ?? source.pathname.split('/').at(-1) ?? '');
  const fileName = storageKey(type, id, randomBytes(16).toString('hex'), withoutName(name));
  // An attempt that began before the file was removed may store it until then.
  const uploadExpiresAt = new Date(now.getTime() + UPLOAD_VALID_SECONDS * 1000);
  const file = { id, userId, groupId, type, name, fileName, urlPure: publicUrl(fileName), uploadUrl: source.href };
  return { ...newMedia({ ...file, uploadExpiresAt, mimeType: `${type}/*` }, now), declaredMimeType: null };
}
