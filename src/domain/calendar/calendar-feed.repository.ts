import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { isActive } from '../identity/account/in-use.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { IS_PART, PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { CalendarFeedEntity } from './calendar-feed.entity.js';
import { type CalendarFeed, type CalendarPost, type CalendarTarget, FEED_BOUNDS } from './calendar-feed.js';

export const findCalendarFeed = (db: Db, userId: string): Promise<CalendarFeed | null> =>
  db.findOneBy(CalendarFeedEntity, { userId });

export async function saveCalendarFeed(db: Db, feed: CalendarFeedEntity): Promise<void> {
  await db.upsert(CalendarFeedEntity, feed, ['userId']);
}

/** Whether there was one. */
export async function deleteCalendarFeed(db: Db, userId: string): Promise<boolean> {
  const { affected } = await db.delete(CalendarFeedEntity, { userId });
  return affected === 1;
}

const USER = table(UserEntity).of('u');
const FEED_USER = USER.only('displayName').plus({ userId: USER.get('id') });

/** Whose feed has this secret; null if it is unknown, or the user or its owner is removed or deactivated. */
export async function findFeedUser(db: Db, secretHash: string, now: Date): Promise<RowIn<typeof FEED_USER> | null> {
  const rows = await db.query(
    `SELECT ${FEED_USER.list}
       FROM calendar_feeds f JOIN users u ON u.id = f.user_id LEFT JOIN users o ON o.id = u.managed_by_id
      WHERE f.secret_hash = $1 AND ${isActive('u', '$2')} AND ${isActive('o', '$2')}`,
    [secretHash, now],
  );
  return FEED_USER.first(rows);
}

/** At most one write a minute, however often it is read. */
export async function noteFeedRead(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE calendar_feeds SET last_read_at = $2
      WHERE user_id = $1 AND (last_read_at IS NULL OR last_read_at < $2::timestamptz - interval '1 minute')`,
    [userId, now],
  );
}

// The expressions of the indexes post_groups_scheduled_idx and post_groups_published_idx.
const SCHEDULED = `coalesce(scheduled_time, '-infinity'::timestamptz)`;
const PUBLISHED = `coalesce(published_at, '-infinity'::timestamptz)`;
const OWN = `SELECT id FROM post_groups WHERE user_id = $1 AND status <> 'draft'`;
const AT = 'coalesce(g.scheduled_time, g.published_at)';

const GROUP = table(PostGroupEntity).of('g');
const POST = GROUP.only('id', 'status', 'createdAt', 'updatedAt').plus({
  at: expression<Date>(AT),
  text: expression<string>(`left(g.content, ${FEED_BOUNDS.text})`),
  isCut: expression<boolean>(`length(g.content) > ${FEED_BOUNDS.text}`),
  sequence: GROUP.get('eventSequence'),
});

/**
 * The posts of a feed by their times: the next ones, and the last ones of the past days. Two statements for an account
 * of any size.
 */
export async function calendarPosts(db: Db, userId: string, now: Date): Promise<CalendarPost[]> {
  const { upcoming, past, pastDays } = FEED_BOUNDS;
  const since = `$2::timestamptz - interval '${pastDays} days'`;
  const result = await db.query(
    `WITH next AS (${OWN} AND ${SCHEDULED} >= $2 ORDER BY ${SCHEDULED}, id LIMIT ${upcoming}),
          due AS (${OWN} AND ${SCHEDULED} >= ${since} AND ${SCHEDULED} < $2 ORDER BY ${SCHEDULED} DESC, id DESC LIMIT ${past}),
          published AS (${OWN} AND scheduled_time IS NULL AND ${PUBLISHED} >= ${since}
                         ORDER BY ${PUBLISHED} DESC, id DESC LIMIT ${past}),
          over AS (SELECT g.id FROM post_groups g
                    WHERE g.id IN (SELECT id FROM due UNION ALL SELECT id FROM published)
                    ORDER BY ${AT} DESC, g.id DESC LIMIT ${past})
     SELECT ${POST.list}
       FROM post_groups g WHERE g.id IN (SELECT id FROM next UNION ALL SELECT id FROM over)
      ORDER BY at, g.id`,
    [userId, now],
  );
  const groups = POST.rows(result);
  const targets = await targetsOf(
    db,
    groups.map(({ id }) => id),
  );
  return groups.map((group) => ({ ...group, targets: targets.get(group.id) ?? [] }));
}

const TARGET = table(PlatformPostEntity)
  .only('groupId', 'platform')
  .plus({
    statuses: expression<CalendarTarget['statuses']>(
      `array_agg(DISTINCT CASE WHEN deleted_at IS NULL THEN status ELSE 'deleted' END)`,
    ),
    url: expression<string | null>('(array_agg(url ORDER BY part_index) FILTER (WHERE url IS NOT NULL))[1]'),
    failure: expression<string | null>(
      `left((array_agg(error->>'message' ORDER BY part_index) FILTER (WHERE status = 'failed'))[1], ${FEED_BOUNDS.failure})`,
    ),
  });

async function targetsOf(db: Db, groupIds: readonly string[]): Promise<Map<string, CalendarTarget[]>> {
  const rows = await db.query(
    `SELECT ${TARGET.list}
       FROM platform_posts WHERE group_id = ANY($1) AND target_index < ${FEED_BOUNDS.targets} AND ${IS_PART}
      GROUP BY group_id, target_index, platform ORDER BY group_id, target_index`,
    [groupIds],
  );
  const targets = new Map<string, CalendarTarget[]>();
  for (const { groupId, ...target } of TARGET.rows(rows))
    targets.set(groupId, [...(targets.get(groupId) ?? []), target]);
  return targets;
}
