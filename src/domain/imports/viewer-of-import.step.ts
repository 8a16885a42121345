import type { Db } from '../../foundation/database/unit-of-work.js';
import { isOnHold, isRemoved } from '../identity/access/may-sign-in.js';
import { Permission } from '../identity/access/permission.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { Role } from '../identity/people/role.js';
import type { Import } from './import.repository.js';

const { READ, DRAFT, PUBLISH } = Permission;

/** Who started an import, as a use case takes them: with what they may do then. Null: the account is not in use. */
export async function viewerOfImport(
  db: Db,
  { userId, personId, publishes, createdAt }: Import,
  { confirmEmail, now }: { confirmEmail: boolean; now: Date },
): Promise<Viewer | null> {
  const user = await findUser(db, userId);
  const owner = user?.managedById ? await findUser(db, user.managedById) : user;
  if (!user || !owner) return null;
  const isInUse = (one: typeof user) =>
    one.deactivatedAt === null && !isOnHold(one, now) && !isRemoved(one.removalAt, now);
  if (!isInUse(user) || !isInUse(owner)) return null;
  return {
    ...{ userId, ownerId: owner.id, plan: owner.plan, limitOverrides: owner.limitOverrides },
    additionsRevision: owner.additionsRevision,
    ...{ keyId: null, applicationId: null, scopes: [], workspaceAccess: false },
    permissions: publishes ? [READ, DRAFT, PUBLISH] : [READ, DRAFT],
    mayPublish: !confirmEmail || owner.emailConfirmedAt !== null,
    session: personId
      ? {
          ...{ id: '', personId, email: '', role: publishes ? Role.EDITOR : Role.CONTRIBUTOR },
          ...{ mustSetUpSecondFactor: false, expiresAt: createdAt, operator: null },
        }
      : null,
  };
}
