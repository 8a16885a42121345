/** Links with which people without a login decide about requests. */
import { MoreThan } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ApprovalLinkEntity } from './approval-link.entity.js';

export type ApprovalLink = ApprovalLinkEntity;

export async function insertApprovalLink(db: Db, link: ApprovalLink): Promise<void> {
  await db.insert(ApprovalLinkEntity, link);
}

/** Those of an account that have not expired, oldest first. */
export const openApprovalLinks = (db: Db, userId: string, now: Date): Promise<ApprovalLink[]> =>
  db.find(ApprovalLinkEntity, { where: { userId, expiresAt: MoreThan(now) }, order: { createdAt: 'ASC', id: 'ASC' } });

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

/** Removes all links of an account. */
export async function deleteApprovalLinksOf(db: Db, userId: string): Promise<void> {
  await db.delete(ApprovalLinkEntity, { userId });
}
