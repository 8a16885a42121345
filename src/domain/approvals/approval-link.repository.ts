/** Links with which people without a login decide about requests. */
import { In, MoreThan, Not } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { rolesWith } from '../identity/access/permission.js';
import { peopleWithRoles } from '../identity/people/membership.repository.js';
import { policyOf } from './approval.repository.js';
import { ApprovalLinkEntity } from './approval-link.entity.js';
import { linkPermission } from './approvals.js';

export type ApprovalLink = ApprovalLinkEntity;

export async function insertApprovalLink(db: Db, link: ApprovalLink): Promise<void> {
  await db.insert(ApprovalLinkEntity, link);
}

/** Those of these people who may create links for an account. */
export async function linkCreatorsAmong(
  db: Db,
  account: { userId: string; ownerId: string },
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const roles = rolesWith(linkPermission(await policyOf(db, account)));
  return peopleWithRoles(db, account, { personIds, roles });
}

/** The valid ones of an account, oldest first: they have not expired, and who created them may still do so. */
export async function openApprovalLinks(
  db: Db,
  account: { userId: string; ownerId: string },
  now: Date,
): Promise<ApprovalLink[]> {
  const where = { userId: account.userId, expiresAt: MoreThan(now) };
  const all = await db.find(ApprovalLinkEntity, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  const personIds = all.map(({ createdById }) => createdById);
  const creators = await linkCreatorsAmong(db, account, personIds);
  return all.filter(({ createdById }) => creators.has(createdById));
}

export const findApprovalLink = (db: Db, tokenHash: string, now: Date): Promise<ApprovalLink | null> =>
  db.findOneBy(ApprovalLinkEntity, { tokenHash, expiresAt: MoreThan(now) });

/** Links of an account by id, for their owner. */
export const findOwnApprovalLink = (db: Db, userId: string, id: string): Promise<ApprovalLink | null> =>
  db.findOneBy(ApprovalLinkEntity, { userId, id });

/** Removes a link; false if the account has none with this id. */
export async function deleteApprovalLink(db: Db, userId: string, id: string): Promise<boolean> {
  const { affected } = await db.delete(ApprovalLinkEntity, { userId, id });
  return affected === 1;
}

/** Of `max` links that have not expired, removes the invalid ones: they are not listed, and could become valid again. */
export async function makeRoomForLink(
  db: Db,
  userId: string,
  { valid, max, now }: { valid: readonly ApprovalLink[]; max: number; now: Date },
): Promise<void> {
  if ((await db.countBy(ApprovalLinkEntity, { userId, expiresAt: MoreThan(now) })) < max) return;
  await db.delete(ApprovalLinkEntity, { userId, id: Not(In(valid.map(({ id }) => id))) });
}

/** Whether a link exists; it does until the transaction ends. */
export async function lockApprovalLink(db: Db, id: string): Promise<boolean> {
  return (await db.findOne(ApprovalLinkEntity, { where: { id }, lock: { mode: 'pessimistic_read' } })) !== null;
}

/** Removes all links of an account. */
export async function deleteApprovalLinksOf(db: Db, userId: string): Promise<void> {
  await db.delete(ApprovalLinkEntity, { userId });
}
