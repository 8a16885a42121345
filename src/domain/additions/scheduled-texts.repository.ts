/** Texts of posts that wait for their time. */
import { prepared } from '../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import type { PlatformSettings } from '../posts/state/platform-settings.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { SavedText, TextsInScope } from './saved-texts.port.js';

const POST = table(PlatformPostEntity).only('groupId', 'targetIndex', 'platform', 'platformId').of('p');
const GROUP = table(PostGroupEntity).of('g');

const SCHEDULED = POST.plus({
  text: expression<string>('coalesce(p.content, g.content)'),
  settings: expression<PlatformSettings>('g.platform_settings'),
  addSignature: GROUP.get('addSignature'),
  addLinkParameters: GROUP.get('addLinkParameters'),
  at: expression<Date>('coalesce(p.due_at, g.scheduled_time, g.created_at)'),
  createdAt: GROUP.get('createdAt'),
});

/** Of scheduled groups, by `post_groups_status_idx`: an account can have many published ones. */
const PAGE = prepared(
  `SELECT ${SCHEDULED.list} FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
    WHERE g.user_id = $1 AND g.status = 'scheduled' AND p.status IN ('scheduled', 'pending')
      AND p.part_index = 0 AND p.first_attempt_at IS NULL
      AND ($2::text IS NULL OR p.platform = $2)
      AND ($3::text IS NULL OR p.platform_id = (SELECT c.platform_id FROM connections c WHERE c.id = $3))
      AND (g.created_at, g.id, p.target_index) > ($4, $5, $6)
    ORDER BY g.created_at, g.id, p.target_index LIMIT $7`,
);

const AT_ONCE = 50;

/** Those of posts that were never sent, in the order in which their groups were created. */
export async function* scheduledTexts(db: Db, { userId, scope }: TextsInScope): AsyncGenerator<SavedText[]> {
  let last: RowIn<typeof SCHEDULED> | undefined;
  do {
    const position = [last?.createdAt ?? '-infinity', last?.groupId ?? '', last?.targetIndex ?? 0];
    const rows = SCHEDULED.rows(
      await db.query(PAGE, [userId, scope.platform, scope.connectionId, ...position, AT_ONCE]),
    );
    yield rows.map((row) => ({ ...row, kind: 'post', id: row.groupId }));
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}
