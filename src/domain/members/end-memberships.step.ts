import type { Db } from '../../foundation/database/unit-of-work.js';
import { deleteMemberships } from '../identity/people/membership.repository.js';
import { deleteInvitationsBy } from './invitation.repository.js';

/**
 * Ends memberships of a person: the open sockets in these accounts close within two seconds, and the invitations that the
 * person sent for them end.
 */
export async function endMemberships(db: Db, userIds: readonly string[], personId: string): Promise<void> {
  // The memberships first: accepting an invitation of theirs has that order.
  await deleteMemberships(db, userIds, personId);
  await deleteInvitationsBy(db, userIds, personId);
}
