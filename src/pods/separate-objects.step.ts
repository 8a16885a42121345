import { randomBytes } from 'node:crypto';
import { declaredTypeOf, storageKey } from '../domain/media/media.js';
import { noteObjects } from '../domain/media/thumbnail.repository.js';
import { DAY_MS } from '../foundation/time/durations.js';
import type { ObjectStorage } from '../storage/storage.js';
import type { MovingPod } from './moving-pod.js';
import { keysOf, referToCopy, type StoredKeys, sharedObjects } from './shared-objects.repository.js';

/**
 * Copies the objects that files of a moving account share with an account that stays: one that was detached from it. Each
 * pod deletes an object with the last file in its own database, and a router leads an object to one pod.
 */
export async function separateObjects(pod: MovingPod, userIds: readonly string[], clock: () => Date): Promise<void> {
  const { db, storage, transaction, deleteObjects } = pod;
  for (const { mediaId, ...from } of await sharedObjects(db, userIds)) {
    const to = copyOf(from, mediaId);
    // If this process ends, the copies are deleted later.
    await noteObjects(db, keysOf(to), new Date(clock().getTime() + DAY_MS));
    if (!(await copyObject(storage, from.key, to.key))) continue;
    if (from.thumbnail && to.thumbnail && !(await copyObject(storage, from.thumbnail, to.thumbnail))) {
      to.thumbnail = null;
    }
    await deleteObjects(await transaction((tx) => referToCopy(tx, userIds, { from, to, now: clock() })));
  }
}

function copyOf({ key, thumbnail }: StoredKeys, mediaId: string): StoredKeys {
  const to = storageKey(declaredTypeOf(key), mediaId, randomBytes(16).toString('hex'), nameOf(key));
  return { key: to, thumbnail: thumbnail && `${to.slice(0, to.lastIndexOf('/'))}/${nameOf(thumbnail)}` };
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/** False if the object is missing. */
async function copyObject(storage: ObjectStorage, from: string, to: string): Promise<boolean> {
  const object = await storage.get(from);
  if (object) await storage.put(to, object.body, { contentType: object.contentType });
  return object !== undefined;
}
