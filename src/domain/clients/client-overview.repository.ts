/** What an agency sees of its clients at a glance. Each function is one statement, however many the clients are. */
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { waitingRequests } from '../approvals/approval.repository.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { periodOf } from '../plans/limits.js';
import { postCounts } from '../usage/post-counts.repository.js';
import type { AttentionPosition } from '../workspaces/attention.port.js';

const FAILED = ['status:failed', 'status:partially_published'];
const COUNTERS = ['status:draft', 'status:scheduled', ...FAILED];

const textsOf = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');
/** The parameters: the clients, the time, and the start of the month. */
const CLIENTS = 'client AS MATERIALIZED (SELECT $1::text[] AS ids)';
const [NOW, MONTH] = ['$2', '$3'];
/** Not a list that the planner weighs against its statistics, id by id: that takes longer than the reading. */
const IS_CLIENT = 'user_id = ANY((SELECT ids FROM client)::text[])';

/** What is counted of the clients: rows that add up, by kind. */
const COUNTED = `
  SELECT user_id, counter AS kind, count FROM (${postCounts(IS_CLIENT, `counter IN (${textsOf(COUNTERS)})`)}) c
  UNION ALL
  SELECT a.user_id, 'approval', 1 FROM ${waitingRequests(IS_CLIENT)}
  UNION ALL
  SELECT user_id, 'account', 1 FROM connections
   WHERE ${IS_CLIENT} AND (revoked_at IS NOT NULL OR access_token_expires_at <= ${NOW})
  UNION ALL
  SELECT user_id, 'month', used FROM post_usage WHERE ${IS_CLIENT} AND period_start = ${MONTH}`;

const sumOf = (...kinds: string[]) =>
  expression<number>(`coalesce(sum(count) FILTER (WHERE kind IN (${textsOf(kinds)})), 0)::int`);

const SUMS = computed({
  drafts: sumOf('status:draft'),
  scheduledPosts: sumOf('status:scheduled'),
  failedPosts: sumOf(...FAILED),
  waitingApprovals: sumOf('approval'),
  accountsToReconnect: sumOf('account'),
  postsThisMonth: sumOf('month'),
});

/** How many things need a person, of each client that has some. */
const problemsIn = (counted: string) =>
  `SELECT user_id, sum(count)::int AS problems FROM ${counted}
    WHERE kind IN (${textsOf([...FAILED, 'approval', 'account'])}) GROUP BY user_id HAVING sum(count) > 0`;

/** What is counted of one client, or of all of them together. */
export type Overview = RowIn<typeof SUMS>;

const OVERVIEW = SUMS.plus({ userId: expression<string>('u.id') });

export type ClientOverview = RowIn<typeof OVERVIEW>;

const valuesOf = (userIds: readonly string[], now: Date) => [userIds, now, periodOf(now).start];

/** Overviews of users, in their order. */
export async function overviewsOf(db: Db, userIds: readonly string[], now: Date): Promise<ClientOverview[]> {
  const rows = await db.query(
    `WITH ${CLIENTS} SELECT ${OVERVIEW.list}
       FROM unnest($1::text[]) WITH ORDINALITY AS u(id, position) LEFT JOIN (${COUNTED}) k ON k.user_id = u.id
      GROUP BY u.id, position ORDER BY position`,
    valuesOf(userIds, now),
  );
  return OVERVIEW.rows(rows);
}

const RANKED = table(UserEntity)
  .only('id', 'email', 'displayName', 'createdAt')
  .plus({
    problems: expression<number>('coalesce(problems, 0)'),
  });

/** Users of these ids from a position on: most problems first, then oldest first. */
export async function usersByAttention(
  db: Db,
  userIds: readonly string[],
  { after, limit, now }: { after: AttentionPosition | null; limit: number; now: Date },
): Promise<RowIn<typeof RANKED>[]> {
  const rows = await db.query(
    `WITH ${CLIENTS}, problem AS (${problemsIn(`(${COUNTED}) k`)})
     SELECT ${RANKED.list} FROM unnest($1::text[]) AS c(client_id)
       JOIN users ON id = client_id LEFT JOIN problem ON user_id = id
      WHERE $4::int IS NULL OR (-coalesce(problems, 0), created_at, id) > (-$4::int, $5, $6)
      ORDER BY coalesce(problems, 0) DESC, created_at, id LIMIT $7`,
    [...valuesOf(userIds, now), after?.problems ?? null, after?.time ?? null, after?.id ?? null, limit],
  );
  return RANKED.rows(rows);
}

const TOTAL = SUMS.plus({
  clientsWithProblems: expression<number>(`(SELECT count(*)::int FROM (${problemsIn('counted')}) p)`),
});

export type ClientsTotal = RowIn<typeof TOTAL>;

/** What is counted of all these users together, and how many of them have problems. */
export async function totalOf(db: Db, userIds: readonly string[], now: Date): Promise<ClientsTotal> {
  const rows = await db.query(
    `WITH ${CLIENTS}, counted AS MATERIALIZED (${COUNTED}) SELECT ${TOTAL.list} FROM counted`,
    valuesOf(userIds, now),
  );
  return TOTAL.one(rows);
}
