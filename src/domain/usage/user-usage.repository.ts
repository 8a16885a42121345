/** What single users use of what the plan of their account counts. */
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { UserEntity } from '../identity/account/user.entity.js';
import type { Period } from '../plans/limits.js';
import { postCounts } from './post-counts.repository.js';

/** The parameters: the users, and the start of the month. */
const USERS = 'chosen AS MATERIALIZED (SELECT $1::text[] AS ids)';
const MONTH = '$2';
/** Not a list that the planner weighs against its statistics, id by id: that takes longer than the reading. */
const IS_USER = 'user_id = ANY((SELECT ids FROM chosen)::text[])';

/** `count` of each user: the sum of its counters that meet a condition. */
const counted = (counters: string) =>
  `(SELECT user_id, sum(count)::int AS count FROM (${postCounts(IS_USER, counters)}) c GROUP BY user_id)`;

const USED = `unnest($1::text[]) AS c(id) JOIN users u ON u.id = c.id
  LEFT JOIN (SELECT user_id, sum(used)::int AS used, max(used) AS most FROM post_usage
              WHERE ${IS_USER} AND period_start = ${MONTH} GROUP BY user_id) month ON month.user_id = u.id
  LEFT JOIN ${counted("counter ^@ 'pending:'")} pending ON pending.user_id = u.id
  LEFT JOIN ${counted("counter = 'status:draft'")} draft ON draft.user_id = u.id
  LEFT JOIN (SELECT user_id, count(*)::int AS count FROM connections WHERE ${IS_USER} GROUP BY user_id) connection
         ON connection.user_id = u.id
  LEFT JOIN storage_usage stored ON stored.user_id = u.id`;

/** What lists of users can be sorted by. */
const SORTED_BY = {
  postsPerMonth: 'coalesce(month.used, 0)',
  usedBytes: 'coalesce(stored.bytes, 0)',
} as const;
export type UsageSort = keyof typeof SORTED_BY;

const USAGE = table(UserEntity)
  .of('u')
  .only('id', 'email', 'displayName', 'createdAt')
  .plus({
    postsPerMonth: expression<number>(SORTED_BY.postsPerMonth),
    mostPostsPerAccount: expression<number>('coalesce(month.most, 0)'),
    scheduledPosts: expression<number>('coalesce(pending.count, 0)'),
    drafts: expression<number>('coalesce(draft.count, 0)'),
    connectedAccounts: expression<number>('coalesce(connection.count, 0)'),
    // Exact: fewer than 2^53 bytes.
    usedBytes: expression<number>(`${SORTED_BY.usedBytes}::float8`),
    usedFiles: expression<number>('coalesce(stored.files, 0)'),
  });

/** A user, and what it uses. Posts are those of a month. */
export type UserUsage = RowIn<typeof USAGE>;

/** A position in a list of users that is sorted by what they use. */
export interface UsagePosition {
  used: number;
  time: Date;
  id: string;
}

export interface UsagePage {
  sort: UsageSort;
  after: UsagePosition | null;
  limit: number;
}

/** Users of these ids from a position on: those first that use most, then the oldest. */
export async function usageOfUsers(
  db: Db,
  userIds: readonly string[],
  period: Period,
  { sort, after, limit }: UsagePage,
): Promise<UserUsage[]> {
  const used = SORTED_BY[sort];
  const rows = await db.query(
    `WITH ${USERS} SELECT ${USAGE.list} FROM ${USED}
      WHERE $3::bigint IS NULL OR (-${used}, u.created_at, u.id) > (-$3::bigint, $4, $5)
      ORDER BY ${used} DESC, u.created_at, u.id LIMIT $6`,
    [userIds, period.start, after?.used ?? null, after?.time ?? null, after?.id ?? null, limit],
  );
  return USAGE.rows(rows);
}

/** What one user uses. */
export async function usageOfUser(db: Db, userId: string, period: Period): Promise<UserUsage | null> {
  const [user] = await usageOfUsers(db, [userId], period, { sort: 'postsPerMonth', after: null, limit: 1 });
  return user ?? null;
}
