import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import { Role } from '../identity/people/role.js';
import { findMember, type Member, setRole } from './member.repository.js';
import type { GivenRole } from './members.js';
import { revokeAccessOf } from './revoke-access.step.js';

export type ChangeMemberRole = (
  viewer: Viewer,
  input: { personId: string; role: GivenRole; revokesAccess: boolean },
) => Promise<Member>;

/**
 * Gives a member another role, effective from the next request. With `revokesAccess`, the API keys and applications that the
 * person created for the account end. Errors: MEMBER_NOT_FOUND, MEMBER_IS_OWNER.
 */
export const makeChangeMemberRole =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): ChangeMemberRole =>
  async (viewer, { personId, role, revokesAccess }) => {
    assertPermission(viewer, 'ADMINISTER');
    return transaction(async (db) => {
      await lockUser(db, viewer.userId);
      await keepPermission(db, viewer, 'ADMINISTER');
      const member = await findMember(db, viewer.userId, personId);
      if (!member) throw new AppError('MEMBER_NOT_FOUND');
      if (member.role === Role.OWNER) throw new AppError('MEMBER_IS_OWNER');
      if (member.role === role && !revokesAccess) return member;
      await setRole(db, [viewer.userId], personId, role);
      const revoked = revokesAccess ? await revokeAccessOf(db, [viewer.userId], personId, clock()) : 0;
      const details = { email: member.email, from: member.role, to: role, revoked };
      await recordAudit(db, viewer, { action: 'member_role_changed', details });
      return { ...member, role };
    });
  };
