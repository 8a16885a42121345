/** What an agency sees of its clients at a glance. */
import { computed, expression, type RowIn } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { periodOf } from '../plans/limits.js';
import { postCounts } from '../usage/post-counts.repository.js';

/** Groups of a user with one of these statuses, from its counters. */
const groups = (...statuses: string[]) => {
  const counters = `counter IN (${statuses.map((status) => `'status:${status}'`).join(', ')})`;
  return expression<number>(`(SELECT coalesce(sum(count), 0)::int FROM (${postCounts('user_id = u.id', counters)}) c)`);
};

const OVERVIEW = computed({
  userId: expression<string>('u.id'),
  drafts: groups('draft'),
  scheduledPosts: groups('scheduled'),
  failedPosts: groups('failed', 'partially_published'),
  waitingApprovals: expression<number>(
    `(SELECT count(*)::int FROM approvals a JOIN post_groups g ON g.id = a.group_id
       WHERE a.user_id = u.id AND a.state = 'PENDING' AND g.status = 'draft' AND g.updated_at <= a.group_updated_at)`,
  ),
  accountsToReconnect: expression<number>(
    `(SELECT count(*)::int FROM connections n
       WHERE n.user_id = u.id AND (n.revoked_at IS NOT NULL OR n.access_token_expires_at <= $2))`,
  ),
  postsThisMonth: expression<number>(
    '(SELECT coalesce(sum(used), 0)::int FROM post_usage p WHERE p.user_id = u.id AND p.period_start = $3)',
  ),
});

export type ClientOverview = RowIn<typeof OVERVIEW>;

/** Overviews of users, in their order: one statement, however many they are. */
export async function overviewsOf(db: Db, userIds: readonly string[], now: Date): Promise<ClientOverview[]> {
  const rows = await db.query(
    `SELECT ${OVERVIEW.list} FROM unnest($1::text[]) WITH ORDINALITY AS u(id, position) ORDER BY position`,
    [userIds, now, periodOf(now).start],
  );
  return OVERVIEW.rows(rows);
}
