/** Invitations to accounts. */
import { In, MoreThan, Not } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { managedUsersAmong } from '../identity/account/user.repository.js';
import { peopleWithRoles } from '../identity/people/membership.repository.js';
import { InvitationEntity } from './invitation.entity.js';
import { INVITER_ROLES } from './members.js';

export type Invitation = InvitationEntity;

/**
 * The valid ones of an account, oldest first: they have not expired, who invited may still do so, and the account manages
 * some of the users that they are for.
 */
export async function openInvitations(
  db: Db,
  { userId, ownerId }: { userId: string; ownerId: string },
  now: Date,
): Promise<Invitation[]> {
  const where = { userId, expiresAt: MoreThan(now) };
  const all = await db.find(InvitationEntity, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  const personIds = all.map(({ invitedById }) => invitedById);
  const inviters = await peopleWithRoles(db, { userId, ownerId }, { personIds, roles: INVITER_ROLES });
  const limitedTo = all.flatMap(({ managedUserIds }) => managedUserIds ?? []);
  const managed = new Set((await managedUsersAmong(db, userId, limitedTo)).map(({ id }) => id));
  return all.filter(
    ({ invitedById, managedUserIds }) =>
      inviters.has(invitedById) && (managedUserIds === null || managedUserIds.some((id) => managed.has(id))),
  );
}

/** An invitation to an account; null if it has none with this id. */
export const findInvitation = (db: Db, userId: string, id: string): Promise<Invitation | null> =>
  db.findOneBy(InvitationEntity, { userId, id });

/** Stores an invitation, in place of an earlier one to the same address: that one's link becomes invalid. */
export async function saveInvitation(db: Db, invitation: Invitation): Promise<void> {
  const { userId, email } = invitation;
  await db.delete(InvitationEntity, { userId, email });
  await db.insert(InvitationEntity, invitation);
}

/** Gives an invitation a token, in place of an earlier one; null if it was revoked, accepted or has expired. */
export async function giveToken(db: Db, id: string, tokenHash: string, now: Date): Promise<Invitation | null> {
  const invitation = await db.findOne(InvitationEntity, {
    where: { id, expiresAt: MoreThan(now) },
    lock: { mode: 'pessimistic_write' },
  });
  if (invitation) await db.update(InvitationEntity, { id }, { tokenHash });
  return invitation;
}

export const findInvitationByToken = (db: Db, tokenHash: string, now: Date): Promise<Invitation | null> =>
  db.findOneBy(InvitationEntity, { tokenHash, expiresAt: MoreThan(now) });

/** Removes those that a person sent for these accounts and for those that they manage. */
export async function deleteInvitationsBy(db: Db, userIds: readonly string[], personId: string): Promise<void> {
  await db.query(
    `DELETE FROM invitations i USING users u
      WHERE i.invited_by_id = $2 AND u.id = i.user_id AND (u.id = ANY($1) OR u.managed_by_id = ANY($1))`,
    [userIds, personId],
  );
}

/** Removes those of a person to an account and to those that it manages; one that is accepted meanwhile is waited for. */
export async function deleteInvitationsOf(db: Db, userId: string, personId: string): Promise<void> {
  await db.query(
    `DELETE FROM invitations i USING users u, people p
      WHERE p.id = $2 AND i.email = p.email AND u.id = i.user_id AND $1 IN (u.id, u.managed_by_id)`,
    [userId, personId],
  );
}

/** Of `max` that have not expired, removes the invalid ones: they are not listed, and could become valid again. */
export async function makeRoomForInvitation(
  db: Db,
  userId: string,
  { valid, max, now }: { valid: readonly Invitation[]; max: number; now: Date },
): Promise<void> {
  if ((await db.countBy(InvitationEntity, { userId, expiresAt: MoreThan(now) })) < max) return;
  await db.delete(InvitationEntity, { userId, id: Not(In(valid.map(({ id }) => id))) });
}

/** Removes all invitations to an account. */
export async function deleteInvitationsTo(db: Db, userId: string): Promise<void> {
  await db.delete(InvitationEntity, { userId });
}

/** Removes an invitation; false if it was accepted or revoked meanwhile. */
export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const { affected } = await db.delete(InvitationEntity, { id });
  return affected === 1;
}
