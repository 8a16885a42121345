import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { ManagedUser } from './managed-user.js';

/** The row of a user that the viewer manages, locked until the transaction ends. */
export async function lockManagedUser(db: Db, viewer: Viewer, userId: string): Promise<ManagedUser> {
  const user = await lockUser(db, userId);
  if (user?.managedById !== viewer.ownerId) throw new AppError('MANAGED_USER_NOT_FOUND');
  return user;
}
