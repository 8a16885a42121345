import { buffer } from 'node:stream/consumers';
import type { ObjectStorage, StoredObject } from '../../storage/storage.js';
import type { ByteSource } from './media-file.js';

/** Size and label of an object; undefined when there is none. */
export async function factsOf(
  storage: Pick<ObjectStorage, 'get'>,
  key: string,
): Promise<Pick<StoredObject, 'size' | 'contentType'> | undefined> {
  const object = await storage.get(key, { start: 0, end: 0 });
  object?.body.destroy();
  return object;
}

/** Bytes of an object; undefined when there is none. */
export const sizeOf = async (storage: Pick<ObjectStorage, 'get'>, key: string): Promise<number | undefined> =>
  (await factsOf(storage, key))?.size;

/** An object whose parts can be read. */
export const sourceOf = (storage: ObjectStorage, key: string, size: number): ByteSource => ({
  size,
  async read(start, length) {
    const object = await storage.get(key, { start, end: start + length - 1 });
    if (!object) throw new Error(`The object ${key} was deleted while it was being read`);
    return buffer(object.body);
  },
});
