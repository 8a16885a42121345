import { newToken } from '../../foundation/pod.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { hashToken } from '../identity/access/session.js';
import { findUser, managedUsersAmong } from '../identity/account/user.repository.js';
import type { ComposeInvitation } from '../identity/compose-account-mail.use-case.js';
import { giveToken } from './invitation.repository.js';
import { invitationMail } from './member-mails.js';
import { invitationPath } from './members.js';

/** Writes the mail of an invitation, with a new token: only its hash is stored. */
export const composeInvitation: ComposeInvitation = async ({ db, now, publicUrl }, invitationId) => {
  const token = newToken();
  const tokenHash = hashToken(token);
  const invitation = await giveToken(db, invitationId, tokenHash, now);
  const account = invitation && (await findUser(db, invitation.userId));
  if (invitation && !account) await assertNotMoving(db, 'invitations', tokenHash);
  if (!account) return null;
  const { managedUserIds } = invitation;
  const managedUsers = managedUserIds && (await managedUsersAmong(db, account.id, managedUserIds));
  if (managedUsers?.length === 0) return null;
  return invitationMail(invitation, {
    account: account.displayName,
    clients: managedUsers?.map(({ displayName }) => displayName) ?? null,
    url: publicUrl + invitationPath(token),
  });
};
