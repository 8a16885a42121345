import { computed, expression } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { IS_PART } from '../state/platform-post.entity.js';

/** How many posts of a platform that were due in an interval had each outcome. */
export interface OutcomeCount {
  /** Index of the interval, from 0. */
  interval: number;
  platform: string;
  published: number;
  failed: number;
}

const OUTCOMES = computed({
  interval: expression<number>('t.interval'),
  platform: expression<string>('t.platform'),
  published: expression<number>('(count(*) FILTER (WHERE NOT t.has_failed))::int'),
  failed: expression<number>('(count(*) FILTER (WHERE t.has_failed))::int'),
});

// The expression of post_groups_scheduled_idx.
const DUE = `coalesce(g.scheduled_time, '-infinity'::timestamptz)`;

/**
 * Counts the ended posts of a user by the interval of their group's time, and by platform. The parts of a thread are one
 * post, which failed if one of them has.
 *
 * @param bounds Ascending. Each but the last is the start of an interval, and the next one its end, which is excluded.
 */
export async function countOutcomes(db: Db, userId: string, bounds: readonly Date[]): Promise<OutcomeCount[]> {
  const result = await db.query(
    `SELECT ${OUTCOMES.list}
       FROM (SELECT width_bucket(g.scheduled_time, $2::timestamptz[]) - 1 AS interval, p.platform,
                    bool_or(p.status = 'failed') AS has_failed
               FROM post_groups g JOIN platform_posts p ON p.group_id = g.id AND p.${IS_PART}
              WHERE g.user_id = $1 AND ${DUE} >= $3 AND ${DUE} < $4 AND g.status <> 'draft'
              GROUP BY g.id, g.scheduled_time, p.target_index, p.platform
             HAVING bool_or(p.status = 'failed') OR bool_and(p.status = 'published')) t
      GROUP BY t.interval, t.platform`,
    [userId, bounds, bounds[0], bounds.at(-1)],
  );
  return OUTCOMES.rows(result);
}
