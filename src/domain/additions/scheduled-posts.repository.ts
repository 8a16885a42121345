/** Posts that wait for their time, with the texts that they have. */
import { prepared } from '../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import type { PlatformSettings } from '../posts/state/platform-settings.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { LinkScope } from './addition.repository.js';

const POST = table(PlatformPostEntity).only('groupId', 'targetIndex', 'platform', 'platformId').of('p');
const GROUP = table(PostGroupEntity).of('g');

const SCHEDULED = POST.plus({
  text: expression<string>('coalesce(p.content, g.content)'),
  settings: expression<PlatformSettings>('g.platform_settings'),
  addSignature: GROUP.get('addSignature'),
  addLinkParameters: GROUP.get('addLinkParameters'),
  dueAt: expression<Date>('coalesce(p.due_at, g.scheduled_time, g.created_at)'),
  createdAt: GROUP.get('createdAt'),
});

export type ScheduledPost = RowIn<typeof SCHEDULED>;

/** Of scheduled groups, by `post_groups_status_idx`: an account can have many published ones. */
const IN_SCOPE = `post_groups g JOIN platform_posts p ON p.group_id = g.id
  WHERE g.user_id = $1 AND g.status = 'scheduled' AND p.status IN ('scheduled', 'pending')
    AND p.part_index = 0 AND p.first_attempt_at IS NULL
    AND ($2::text IS NULL OR p.platform = $2)
    AND ($3::text IS NULL OR p.platform_id = (SELECT c.platform_id FROM connections c WHERE c.id = $3))`;

const PAGE = prepared(
  `SELECT ${SCHEDULED.list} FROM ${IN_SCOPE}
      AND (g.created_at, g.id, p.target_index) > ($4, $5, $6)
    ORDER BY g.created_at, g.id, p.target_index LIMIT $7`,
);

/** Posts that were never sent, in the order in which their groups were created. */
export async function scheduledPosts(
  db: Db,
  { userId, scope }: { userId: string; scope: LinkScope },
  after: ScheduledPost | null,
  limit: number,
): Promise<ScheduledPost[]> {
  const position = [after?.createdAt ?? '-infinity', after?.groupId ?? '', after?.targetIndex ?? 0];
  const rows = await db.query(PAGE, [userId, scope.platform, scope.connectionId, ...position, limit]);
  return SCHEDULED.rows(rows);
}

const TARGET = table(PlatformPostEntity).only('userId', 'platform', 'platformId').of('p');

/** The targets of all of them. */
export async function scheduledTargets(db: Db, userId: string, scope: LinkScope): Promise<RowIn<typeof TARGET>[]> {
  const rows = await db.query(`SELECT DISTINCT ${TARGET.list} FROM ${IN_SCOPE}`, [
    userId,
    scope.platform,
    scope.connectionId,
  ]);
  return TARGET.rows(rows);
}
