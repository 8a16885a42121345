import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import type { AccountThrottle } from '../identity/account/account-throttle.repository.js';
import { parseEmail } from '../identity/account/parse-account.js';
import { lockUser, managedUsersAmong } from '../identity/account/user.repository.js';
import type { QueueAccountMail } from '../identity/compose-account-mail.use-case.js';
import { findPerson } from '../identity/people/person.repository.js';
import { assertWorkspace } from '../workspaces/managed-user.js';
import { type Invitation, makeRoomForInvitation, openInvitations, saveInvitation } from './invitation.repository.js';
import { accountsJoinedBy, countMembers, isAnyFull } from './member.repository.js';
import { type GivenRole, INVITATION_MS, MAX_MEMBERS } from './members.js';

export type InviteMember = (
  viewer: Viewer,
  input: { email: string; role: GivenRole; managedUserIds: readonly string[] | null },
) => Promise<Invitation>;

/**
 * Invites a person to the account that the viewer acts for, by an e-mail whose link is valid once, for seven days. A second
 * invitation to an address replaces the first. With `managedUserIds`, the person becomes a member of these managed users
 * instead, without those that they are a member of already. Errors: MEMBER_EXISTS, MEMBER_LIMIT_REACHED, EMAIL_INVALID,
 * INVITATION_THROTTLED, ACCOUNT_MAIL_THROTTLED, WORKSPACE_ACCESS_DISABLED, MANAGED_USER_NOT_FOUND.
 */
export const makeInviteMember =
  (needs: {
    db: Db;
    transaction: Transaction;
    throttle: AccountThrottle;
    queueAccountMail: QueueAccountMail;
    clock: () => Date;
  }): InviteMember =>
  async (viewer, input) => {
    assertPermission(viewer, 'ADMINISTER');
    const { userId } = viewer;
    if (input.managedUserIds) assertWorkspace(viewer);
    const email = parseEmail(input.email);
    const inviter = await findPerson(needs.db, sessionOf(viewer).personId);
    if (!inviter) throw new AppError('SESSION_REQUIRED');
    await needs.throttle.invite(userId);
    const mail = { kind: 'invitation', email } as const;
    if (!(await needs.throttle.allowsMail(mail)))
      throw new AppError('INVITATION_THROTTLED', { retryAfterSeconds: HOUR_SECONDS });
    return needs.transaction(async (db) => {
      const now = needs.clock();
      await lockUser(db, userId);
      const managedUserIds = await notJoined(db, { userId, email, managedUserIds: input.managedUserIds });
      const valid = await openInvitations(db, viewer, now);
      const others = valid.filter((one) => one.email !== email);
      const members = await countMembers(db, userId);
      if (members + others.length >= MAX_MEMBERS) throw new AppError('MEMBER_LIMIT_REACHED');
      await makeRoomForInvitation(db, userId, { valid, max: MAX_MEMBERS - members, now });
      const invitation: Invitation = {
        id: newId(now),
        userId,
        email,
        role: input.role,
        tokenHash: null,
        invitedBy: inviter.name,
        invitedById: inviter.id,
        managedUserIds,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      };
      await saveInvitation(db, invitation);
      const details = { email, role: input.role, ...(managedUserIds && { managedUserIds }) };
      await recordAudit(db, viewer, { action: 'member_invited', details });
      await needs.queueAccountMail(db, { ...mail, invitationId: invitation.id });
      return invitation;
    });
  };

/**
 * The managed users that an address is to be invited to and is no member of; null for the account itself. Errors:
 * MEMBER_EXISTS, MANAGED_USER_NOT_FOUND, MEMBER_LIMIT_REACHED.
 */
async function notJoined(
  db: Db,
  { userId, email, managedUserIds }: { userId: string; email: string; managedUserIds: readonly string[] | null },
): Promise<string[] | null> {
  const joined = await accountsJoinedBy(db, [userId, ...(managedUserIds ?? [])], email);
  if (joined.has(userId)) throw new AppError('MEMBER_EXISTS');
  if (!managedUserIds) return null;
  // Before anything is said about them: they may be another account's.
  const managed = await managedUsersAmong(db, userId, managedUserIds);
  if (managed.length < managedUserIds.length) throw new AppError('MANAGED_USER_NOT_FOUND');
  const left = managedUserIds.filter((id) => !joined.has(id));
  if (left.length === 0) throw new AppError('MEMBER_EXISTS');
  if (await isAnyFull(db, left)) throw new AppError('MEMBER_LIMIT_REACHED');
  return left;
}
