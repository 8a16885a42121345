import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { HOUR_SECONDS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import type { AccountThrottle } from '../identity/account/account-throttle.repository.js';
import { parseEmail } from '../identity/account/parse-account.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { QueueAccountMail } from '../identity/compose-account-mail.use-case.js';
import { findPerson } from '../identity/people/person.repository.js';
import { type Invitation, makeRoomForInvitation, openInvitations, saveInvitation } from './invitation.repository.js';
import { countMembers, isMemberByEmail } from './member.repository.js';
import { type GivenRole, INVITATION_MS, MAX_MEMBERS } from './members.js';

export type InviteMember = (viewer: Viewer, input: { email: string; role: GivenRole }) => Promise<Invitation>;

/**
 * Invites a person to the account that the viewer acts for, by an e-mail whose link is valid once, for seven days. A second
 * invitation to an address replaces the first. Errors: MEMBER_EXISTS, MEMBER_LIMIT_REACHED, EMAIL_INVALID,
 * INVITATION_THROTTLED, ACCOUNT_MAIL_THROTTLED.
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
      if (await isMemberByEmail(db, userId, email)) throw new AppError('MEMBER_EXISTS');
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
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      };
      await saveInvitation(db, invitation);
      await recordAudit(db, viewer, { action: 'member_invited', details: { email, role: input.role } });
      await needs.queueAccountMail(db, { ...mail, invitationId: invitation.id });
      return invitation;
    });
  };
