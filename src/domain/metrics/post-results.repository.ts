/** The published posts of a period, each with its latest numbers. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import { POST_METRICS, type PostMetric } from '../../platforms/port/metrics.js';
import { shownNameIn } from '../identity/people/shown-name.js';
import { excerpt, PUBLISHED_TEXT } from '../posts/reading/post-text.repository.js';
import type { StoredState } from './metrics.js';
import type { MetricsFilter } from './metrics-filter.js';
import { FILTERED, filterValues, valueIn } from './metrics-sums.js';

/** A part of a post that was published. */
export interface PostResultRow extends Record<PostMetric, number | null> {
  postId: string;
  postGroupId: string;
  partIndex: number;
  platform: string;
  platformId: string;
  accountName: string | null;
  url: string | null;
  publishedAt: Date;
  /** When the first part of its thread was published. */
  countedAt: Date;
  excerpt: string;
  labels: string[];
  author: string | null;
  state: StoredState;
  measuredAt: Date | null;
}

/** The position of a post in the list. */
export interface ResultPosition {
  time: Date;
  id: string;
}

const VALUES = POST_METRICS.map((name) => `${valueIn(name)}::float8 AS "${name}"`).join(', ');

/** Earliest first; the parts of a thread together. */
export const postResults = (
  db: Db,
  userId: string,
  filter: MetricsFilter,
  { after, limit }: { after: ResultPosition | null; limit: number },
): Promise<PostResultRow[]> =>
  db.query(
    `WITH page AS MATERIALIZED (
       SELECT * FROM (${FILTERED}) m
        WHERE $10::timestamptz IS NULL OR (m.counted_at, m.post_id) > ($10, $11)
        ORDER BY m.counted_at, m.post_id LIMIT $12)
     SELECT m.post_id AS "postId", m.group_id AS "postGroupId", m.part_index AS "partIndex", m.platform,
            m.platform_id AS "platformId", c.display_name AS "accountName", p.url, m.published_at AS "publishedAt",
            m.counted_at AS "countedAt", ${excerpt(PUBLISHED_TEXT)} AS excerpt, m.state, m.measured_at AS "measuredAt", ${VALUES},
            ARRAY(SELECT l.name FROM group_labels k JOIN labels l ON l.id = k.label_id
                   WHERE k.group_id = m.group_id ORDER BY l.name) AS labels,
            (SELECT ${shownNameIn('a')} FROM people a WHERE a.id = g.author_id) AS author
       FROM page m JOIN platform_posts p ON p.id = m.post_id JOIN post_groups g ON g.id = m.group_id
       LEFT JOIN connections c ON c.user_id = $1 AND c.platform_id = m.platform_id
      ORDER BY m.counted_at, m.post_id`,
    [...filterValues(userId, filter), after?.time ?? null, after?.id ?? null, limit],
  );

export async function countPostResults(db: Db, userId: string, filter: MetricsFilter): Promise<number> {
  const [row] = await db.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM (${FILTERED}) m`,
    filterValues(userId, filter),
  );
  return row?.count ?? 0;
}
