/** Secret pages with reports. */
import { MoreThan } from 'typeorm';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { rolesWith } from '../identity/access/permission.js';
import { isInUse } from '../identity/account/in-use.js';
import { peopleWithRoles } from '../identity/people/membership.repository.js';
import { excerpt, PUBLISHED_TEXT } from '../posts/reading/post-text.repository.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import { ReportLinkEntity } from './report-link.entity.js';

export type ReportLink = Pick<ReportLinkEntity, 'id' | 'name' | 'report' | 'createdAt' | 'expiresAt'>;

const SHOWN = { id: true, name: true, report: true, createdAt: true, expiresAt: true } as const;

export async function insertReportLink(db: Db, link: ReportLinkEntity): Promise<void> {
  // TypeORM's type of a partial entity has no arrays in JSON.
  await db.insert(ReportLinkEntity, link as Parameters<typeof db.insert<ReportLinkEntity>>[1]);
}

/** Those of an account that have not expired, oldest first. */
export const openReportLinks = (db: Db, userId: string, now: Date): Promise<ReportLink[]> =>
  db.find(ReportLinkEntity, {
    select: SHOWN,
    where: { userId, expiresAt: MoreThan(now) },
    order: { createdAt: 'ASC', id: 'ASC' },
  });

export const findOwnReportLink = (db: Db, userId: string, id: string): Promise<ReportLink | null> =>
  db.findOne(ReportLinkEntity, { select: SHOWN, where: { userId, id } });

/** Removes a link; returns its name, or null if the account has none with this id. */
export async function deleteReportLink(db: Db, userId: string, id: string): Promise<string | null> {
  const link = await findOwnReportLink(db, userId, id);
  if (!link) return null;
  const { affected } = await db.delete(ReportLinkEntity, { userId, id });
  return affected === 1 ? link.name : null;
}

/** Removes all links of an account. */
export async function deleteReportLinksOf(db: Db, userId: string): Promise<void> {
  await db.delete(ReportLinkEntity, { userId });
}

const LINK = table(ReportLinkEntity)
  .only('userId', 'name', 'report', 'createdById', 'createdAt', 'expiresAt')
  .of('l')
  .plus({ accountName: expression<string>('u.display_name'), ownerId: expression<string>('o.id') });
export type OpenedReport = RowIn<typeof LINK>;

/**
 * What a token opens; null if it is unknown or has expired, the account or its owner is removed, deactivated or on hold, or its creator may not
 * create such links any more.
 */
export async function openedReport(db: Db, tokenHash: string, now: Date): Promise<OpenedReport | null> {
  const rows = await db.query(
    `SELECT ${LINK.list} FROM report_links l JOIN users u ON u.id = l.user_id
       JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
      WHERE l.token_hash = $1 AND l.expires_at > $2 AND ${isInUse('u', '$2')} AND ${isInUse('o', '$2')}`,
    [tokenHash, now],
  );
  const link = LINK.first(rows);
  if (!link) return null;
  const creators = await peopleWithRoles(db, link, { personIds: [link.createdById], roles: rolesWith('PUBLISH') });
  return creators.has(link.createdById) ? link : null;
}

const POST = table(PlatformPostEntity)
  .only('id', 'platform', 'url')
  .of('p')
  .plus({
    publishedAt: expression<Date>('m.published_at'),
    excerpt: expression<string>(excerpt(PUBLISHED_TEXT)),
  });

/** Published posts by their ids, in any order. */
export const postsToReport = async (db: Db, ids: readonly string[]): Promise<RowIn<typeof POST>[]> =>
  POST.rows(
    await db.query(
      `SELECT ${POST.list} FROM platform_posts p JOIN post_metrics m ON m.post_id = p.id JOIN post_groups g ON g.id = p.group_id
        WHERE p.id = ANY($1)`,
      [ids],
    ),
  );
