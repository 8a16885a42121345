import { createHash } from 'node:crypto';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { claimIdempotencyKey, findIdempotencyKey, type KeyHolder } from './state/idempotency-key.repository.js';
import type { PostGroup } from './state/post-group.js';
import { findPostGroup } from './state/post-group.repository.js';

export interface CreatedPostGroup {
  id: string;
  /** Null when an idempotency key made it before and it was removed since. */
  group: PostGroup | null;
  /** The idempotency key had made this group before; nothing was created now. */
  replayed: boolean;
}

/** The key of a request that makes a group, and all that has to be the same when it is repeated. */
export interface KeyedRequest {
  /** Null: none. */
  key: string | null;
  request: object;
}

/**
 * Claims the key for a new group; returns the group that the same request made with it before. IDEMPOTENCY_KEY_INVALID,
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function claimKey(
  db: Db,
  viewer: Viewer,
  { group, ...keyed }: KeyedRequest & { group: { id: string } },
  now: Date,
): Promise<CreatedPostGroup | undefined> {
  const claim = claimOf(viewer, keyed);
  return claim && replay(db, claim, await claimIdempotencyKey(db, { ...claim, groupId: group.id }, now));
}

/** The group that the same request made before, without claiming the key. */
export async function findByKey(
  db: Db,
  viewer: Viewer,
  keyed: KeyedRequest,
  now: Date,
): Promise<CreatedPostGroup | undefined> {
  const claim = claimOf(viewer, keyed);
  return claim && replay(db, claim, await findIdempotencyKey(db, claim, now));
}

function claimOf({ ownerId, userId }: Viewer, { key, request }: KeyedRequest) {
  if (key === null) return undefined;
  if (key.length === 0 || key.length > 255) throw new AppError('IDEMPOTENCY_KEY_INVALID');
  const requestHash = createHash('sha256').update(JSON.stringify(request, sortedKeys)).digest('hex');
  return { ownerId, userId, key: storableText(key), requestHash };
}

async function replay(
  db: Db,
  { userId, requestHash }: { userId: string; requestHash: string },
  holder: KeyHolder | null,
): Promise<CreatedPostGroup | undefined> {
  if (!holder) return undefined;
  if (holder.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { id: holder.groupId, group: await findPostGroup(db, userId, holder.groupId), replayed: true };
}

/** Makes equal inputs equal texts, for any order of their keys. */
const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
