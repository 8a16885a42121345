import { randomBytes } from 'node:crypto';
import { declaredTypeOf, storageKey } from '../domain/media/media.js';
import { DAY_MS } from '../foundation/time/durations.js';
import type { MovingPod } from './moving-pod.js';
import { noteForDeletion, referToCopy, sharedObjects } from './shared-objects.repository.js';

/**
 * Copies the objects that files of a moving account share with an account that stays: one that was detached from it. Each
 * pod deletes an object with the last file in its own database, and a router leads an object to one pod.
 */
export async function separateObjects(pod: MovingPod, userIds: readonly string[], clock: () => Date): Promise<void> {
  const { db, storage, transaction, deleteObjects } = pod;
  for (const { key: from, mediaId } of await sharedObjects(db, userIds)) {
    const object = await storage.get(from);
    if (!object) continue;
    const name = from.slice(from.lastIndexOf('/') + 1);
    const to = storageKey(declaredTypeOf(from), mediaId, randomBytes(16).toString('hex'), name);
    // If this process ends, the copy is deleted later.
    await noteForDeletion(db, [to], new Date(clock().getTime() + DAY_MS));
    await storage.put(to, object.body, { contentType: object.contentType });
    await deleteObjects(await transaction((tx) => referToCopy(tx, userIds, { from, to, now: clock() })));
  }
}
