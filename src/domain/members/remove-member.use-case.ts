import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit, recordAudits } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { moveSession } from '../identity/access/session.repository.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import { findHome } from '../identity/people/membership.repository.js';
import { endMemberships } from './end-memberships.step.js';
import { deleteInvitationsOf } from './invitation.repository.js';
import { lockAccounts } from './lock-accounts.step.js';
import { findMember, membershipsUnder } from './member.repository.js';
import { assertMayChange } from './members.js';
import { revokeAccessOf } from './revoke-access.step.js';

export interface RemoveMember {
  /**
   * Ends the memberships of a person in the account and in the users that it manages, and the invitations to them: open
   * sockets there close within two seconds. With `revokesAccess`, the API keys and applications that the person created for
   * them end, too. Errors: MEMBER_NOT_FOUND, MEMBER_IS_OWNER.
   */
  remove(viewer: Viewer, input: { personId: string; revokesAccess: boolean }): Promise<void>;
  /** Ends the membership of the person who is signed in. A session that began in the account goes on in another one. Error: MEMBER_IS_OWNER. */
  leave(viewer: Viewer): Promise<void>;
}

export function makeRemoveMember(needs: { transaction: Transaction; clock: () => Date }): RemoveMember {
  const { transaction, clock } = needs;
  return {
    async remove(viewer, { personId, revokesAccess }) {
      assertPermission(viewer, 'ADMINISTER');
      const { userId } = viewer;
      await transaction(async (db) => {
        await lockAccounts(db, userId, { personId });
        await keepPermission(db, viewer, 'ADMINISTER');
        await deleteInvitationsOf(db, userId, personId);
        const ended = await membershipsUnder(db, userId, personId);
        const { email } = assertMayChange(ended);
        const revoked = revokesAccess ? await revokeAccessOf(db, [userId], personId, clock()) : 0;
        await recordAudits(
          db,
          ended.map((one, index) => [
            { ...viewer, userId: one.userId },
            // The account itself is the last one.
            { action: 'member_removed', details: { email, revoked: index === ended.length - 1 ? revoked : 0 } },
          ]),
        );
        await endMemberships(
          db,
          ended.map((one) => one.userId),
          personId,
        );
      });
    },
    async leave(viewer) {
      const { personId, id } = sessionOf(viewer);
      await transaction(async (db) => {
        await lockUser(db, viewer.userId);
        const member = await findMember(db, viewer.userId, personId);
        const { email } = assertMayChange(member ? [member] : []);
        await recordAudit(db, viewer, { action: 'member_left', details: { email } });
        await endMemberships(db, [viewer.userId], personId);
        // They know that this session acts elsewhere from now on. Their other sessions do not.
        const home = await findHome(db, personId, clock());
        if (home) await moveSession(db, { id, from: viewer.userId, to: home.id });
      });
    },
  };
}
