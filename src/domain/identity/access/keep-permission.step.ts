import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { peopleWithRoles } from '../people/membership.repository.js';
import { type Permission, rolesWith } from './permission.js';
import type { Viewer } from './viewer.js';

/**
 * Lets who is signed in change what outlasts a membership: they keep the permission until the transaction ends, or have
 * lost it since the request was authenticated. The account is locked before. Error: MEMBERSHIP_ENDED.
 */
export async function keepPermission(db: Db, viewer: Viewer, permission: Permission): Promise<void> {
  const { session } = viewer;
  if (!session || session.operator) return;
  const personIds = [session.personId];
  const kept = await peopleWithRoles(db, viewer, { personIds, roles: rolesWith(permission), lock: true });
  if (!kept.has(session.personId)) throw new AppError('MEMBERSHIP_ENDED');
}
