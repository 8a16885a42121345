import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { moveSession } from '../identity/access/session.repository.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import { deleteMembership, findHome } from '../identity/people/membership.repository.js';
import { Role } from '../identity/people/role.js';
import { deleteInvitationsBy } from './invitation.repository.js';
import { findMember, type Member } from './member.repository.js';
import { revokeAccessOf } from './revoke-access.step.js';

export interface RemoveMember {
  /**
   * Ends a membership: the person's open sockets in the account close within two seconds. With `revokesAccess`, the API
   * keys and applications that the person created for the account end, too. Errors: MEMBER_NOT_FOUND, MEMBER_IS_OWNER.
   */
  remove(viewer: Viewer, input: { personId: string; revokesAccess: boolean }): Promise<void>;
  /** Ends the membership of the person who is signed in. A session that began in the account goes on in another one. Error: MEMBER_IS_OWNER. */
  leave(viewer: Viewer): Promise<void>;
}

export function makeRemoveMember({
  transaction,
  clock,
}: {
  transaction: Transaction;
  clock: () => Date;
}): RemoveMember {
  async function lockMember(db: Db, userId: string, personId: string): Promise<Member> {
    await lockUser(db, userId);
    const member = await findMember(db, userId, personId);
    if (!member) throw new AppError('MEMBER_NOT_FOUND');
    if (member.role === Role.OWNER) throw new AppError('MEMBER_IS_OWNER');
    return member;
  }

  return {
    async remove(viewer, { personId, revokesAccess }) {
      assertPermission(viewer, 'ADMINISTER');
      const { userId } = viewer;
      await transaction(async (db) => {
        const { email } = await lockMember(db, userId, personId);
        const revoked = revokesAccess ? await revokeAccessOf(db, userId, personId, clock()) : 0;
        await recordAudit(db, viewer, { action: 'member_removed', details: { email, revoked } });
        // The membership first: accepting an invitation of theirs has that order.
        await deleteMembership(db, userId, personId);
        await deleteInvitationsBy(db, userId, personId);
      });
    },
    async leave(viewer) {
      const { personId, id } = sessionOf(viewer);
      await transaction(async (db) => {
        const { email } = await lockMember(db, viewer.userId, personId);
        await recordAudit(db, viewer, { action: 'member_left', details: { email } });
        await deleteMembership(db, viewer.userId, personId);
        await deleteInvitationsBy(db, viewer.userId, personId);
        // They know that this session acts elsewhere from now on. Their other sessions do not.
        const home = await findHome(db, personId, clock());
        if (home) await moveSession(db, { id, from: viewer.userId, to: home.id });
      });
    },
  };
}
