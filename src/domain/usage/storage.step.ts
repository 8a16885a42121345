import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { lockOwnerOf } from '../identity/account/user.repository.js';
import { type Plans, planOf } from '../plans/plans.js';
import { readStorage } from './usage.repository.js';

/** Bytes and files. */
export interface StorageRoom {
  bytes: number;
  files: number;
}

/**
 * The remaining storage of a user's account. Runs inside the storing transaction, before it writes to `media`, and
 * holds the owner's row lock from here on, so concurrent requests cannot exceed the limit together. ACCOUNT_INACTIVE once
 * the account was removed.
 */
export async function lockStorageRoom(plans: Plans, db: Db, userId: string): Promise<StorageRoom> {
  const owner = await lockOwnerOf(db, userId);
  if (!owner) throw new AppError('ACCOUNT_INACTIVE');
  const limit = planOf(plans, owner).storage;
  const used = await readStorage(db, owner.id);
  return { bytes: limit.bytes - used.bytes, files: limit.files - used.files };
}

/** Throws STORAGE_LIMIT_REACHED unless there is room for what is added. */
export function assertStorageRoom(room: StorageRoom, adds: StorageRoom): void {
  if (adds.bytes > room.bytes || adds.files > room.files) throw new AppError('STORAGE_LIMIT_REACHED');
}
