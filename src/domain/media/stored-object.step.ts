import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ObjectStorage, StoredObject } from '../../storage/storage.js';
import type { ByteSource } from './media-file.js';

/** Size, label and version of an object; undefined when there is none. */
export async function factsOf(
  storage: Pick<ObjectStorage, 'get'>,
  key: string,
): Promise<Omit<StoredObject, 'body'> | undefined> {
  const object = await storage.get(key, { start: 0, end: 0 });
  object?.body.destroy();
  return object;
}

/** Bytes of an object; undefined when there is none. */
export const sizeOf = async (storage: Pick<ObjectStorage, 'get'>, key: string): Promise<number | undefined> =>
  (await factsOf(storage, key))?.size;

/** SHA-256 of the bytes of an object, hex, and its version; null when there is none. */
export async function sha256Of(
  storage: Pick<ObjectStorage, 'get'>,
  key: string,
): Promise<{ sha256: string; version: string } | null> {
  const object = await storage.get(key);
  if (!object) return null;
  const hash = createHash('sha256');
  await pipeline(object.body, hash);
  return { sha256: hash.digest('hex'), version: object.version };
}

/** An object whose parts can be read, as long as it is this version. */
export const sourceOf = (
  storage: ObjectStorage,
  key: string,
  { size, version }: { size: number; version?: string },
): ByteSource => ({
  size,
  async read(start, length) {
    const object = await storage.get(key, { start, end: start + length - 1 });
    if (!object) throw new Error(`The object ${key} was deleted while it was being read`);
    if (version !== undefined && object.version !== version) {
      object.body.destroy();
      throw new Error(`The object ${key} was replaced while it was being read`);
    }
    return buffer(object.body);
  },
});
