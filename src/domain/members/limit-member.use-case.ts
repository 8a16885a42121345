import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudits } from '../audit/audit.repository.js';
import type { Audited } from '../audit/audit-event.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { insertMemberships } from '../identity/people/membership.repository.js';
import { lockPerson } from '../identity/people/person.repository.js';
import { assertWorkspace } from '../workspaces/managed-user.js';
import { endMemberships } from './end-memberships.step.js';
import { deleteInvitationsOf } from './invitation.repository.js';
import { findLimitedMember, type LimitedMember } from './limited-member.repository.js';
import { lockAccounts } from './lock-accounts.step.js';
import { countMemberships, type HeldMembership, isAnyFull, membershipsUnder, setRole } from './member.repository.js';
import { assertMayChange, type GivenRole, MAX_MEMBERSHIPS } from './members.js';
import { revokeAccessOf } from './revoke-access.step.js';

export type LimitMember = (
  viewer: Viewer,
  input: { personId: string; managedUserIds: readonly string[]; role: GivenRole; revokesAccess: boolean },
) => Promise<LimitedMember>;

/**
 * Limits a person to managed users of the account: under it, they are a member of exactly these, in one role, and have no
 * open invitation. With `revokesAccess`, the API keys and applications end that the person created where the membership ends
 * or has another role. Errors: WORKSPACE_ACCESS_DISABLED, MEMBER_NOT_FOUND, MEMBER_IS_OWNER, MANAGED_USER_NOT_FOUND,
 * MEMBER_LIMIT_REACHED, MEMBERSHIP_LIMIT_REACHED.
 */
export const makeLimitMember =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): LimitMember =>
  async (viewer, { personId, managedUserIds, role, revokesAccess }) => {
    assertPermission(viewer, 'ADMINISTER');
    assertWorkspace(viewer);
    // Not `ownerId`: who acts for a managed user, or is limited to one, manages none.
    const { userId } = viewer;
    return transaction(async (db) => {
      const now = clock();
      const { managedIds } = await lockAccounts(db, userId, { managedUserIds, personId });
      await keepPermission(db, viewer, 'ADMINISTER');
      await deleteInvitationsOf(db, userId, personId);
      const before = await membershipsUnder(db, userId, personId);
      const { email } = assertMayChange(before);
      if (!managedUserIds.every((id) => managedIds.has(id))) throw new AppError('MANAGED_USER_NOT_FOUND');
      if (!(await lockPerson(db, personId))) throw new AppError('MEMBER_NOT_FOUND');

      const wanted = new Set(managedUserIds);
      const held = new Set(before.map((one) => one.userId));
      const added = managedUserIds.filter((id) => !held.has(id));
      const changed = before.filter((one) => wanted.has(one.userId) && one.role !== role);
      const ended = before.filter((one) => !wanted.has(one.userId));
      if (await isAnyFull(db, added)) throw new AppError('MEMBER_LIMIT_REACHED');
      const others = (await countMemberships(db, personId)) - ended.length;
      if (others + added.length > MAX_MEMBERSHIPS) throw new AppError('MEMBERSHIP_LIMIT_REACHED');

      const revoked = revokesAccess ? await revokeAccessOf(db, accountsOf([...changed, ...ended]), personId, now) : 0;
      // The new ones first: a person without any membership is removed.
      await insertMemberships(db, { personId, userIds: added, role, createdAt: now });
      await setRole(db, accountsOf(changed), personId, role);
      await endMemberships(db, accountsOf(ended), personId);
      await recordAudits(
        db,
        eventsOf({ added, changed, ended, email, role, revoked }).map(([id, event]) => [
          { ...viewer, userId: id },
          event,
        ]),
      );
      const member = await findLimitedMember(db, userId, personId);
      if (!member) throw new Error('A limited person has no membership');
      return member;
    });
  };

const accountsOf = (memberships: readonly HeldMembership[]): string[] => memberships.map(({ userId }) => userId);

/** What is recorded in each account; the last one has how many keys and applications were revoked in all of them. */
function eventsOf(change: {
  added: readonly string[];
  changed: readonly HeldMembership[];
  ended: readonly HeldMembership[];
  email: string;
  role: GivenRole;
  revoked: number;
}): (readonly [userId: string, event: Audited])[] {
  const { added, changed, ended, email, role: to } = change;
  const revokedIn = ({ userId }: HeldMembership) =>
    userId === [...changed, ...ended].at(-1)?.userId ? change.revoked : 0;
  return [
    ...added.map((id) => [id, { action: 'member_added', details: { email, role: to } }] as const),
    ...changed.map((one) => {
      const details = { email, from: one.role, to, revoked: revokedIn(one) };
      return [one.userId, { action: 'member_role_changed', details }] as const;
    }),
    ...ended.map((one) => {
      const details = { email, revoked: revokedIn(one) };
      return [one.userId, { action: 'member_removed', details }] as const;
    }),
  ];
}
