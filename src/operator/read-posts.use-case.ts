import type { AdministerPosts, PostQuery, PostReport } from '../admin/administer-posts.use-case.js';
import { findAccount } from '../admin/find-account.step.js';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { findUser } from '../domain/identity/account/user.repository.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/**
 * Posts as the operator reads them in the console, each time with an event: in the audit log of the account that they are
 * of, or of the installation if they are of several.
 */
export type ReadPosts = Pick<AdministerPosts, 'list' | 'show'>;

export const makeReadPosts = ({ db, posts }: { db: Db; posts: AdministerPosts }): ReadPosts => ({
  async list(query, page) {
    const user = query.user === null ? null : await findAccount(db, query.user);
    await recordAudit(db, user && onAccount(user), { action: 'posts_read', details: conditionsOf(query) });
    return posts.list({ ...query, user: user?.id ?? null }, page);
  },
  async show(reference): Promise<PostReport> {
    const report = await posts.show(reference);
    const { id, userId } = report.group;
    const user = await findUser(db, userId);
    await recordAudit(db, user && onAccount(user), { action: 'posts_read', details: { posts: id } });
    return report;
  },
});

/** Without text, which is content. */
const conditionsOf = ({ status, platform, code }: PostQuery) => ({
  ...(status !== null && { status }),
  ...(platform !== null && { platform }),
  ...(code !== null && { code }),
});
