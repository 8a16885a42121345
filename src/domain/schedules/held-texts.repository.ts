import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { SavedText, TextsInScope } from '../additions/saved-texts.port.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import type { PlatformSettings } from '../posts/state/platform-settings.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { QueueEntryEntity } from './queue-entry.entity.js';

const GROUP = table(PostGroupEntity).of('g');

const TEXT = table(PlatformPostEntity)
  .only('platform', 'platformId')
  .of('p')
  .plus({
    id: GROUP.get('id'),
    text: expression<string>('coalesce(p.content, g.content)'),
    settings: expression<PlatformSettings>('g.platform_settings'),
    addSignature: GROUP.get('addSignature'),
    addLinkParameters: GROUP.get('addLinkParameters'),
    at: table(QueueEntryEntity).of('q').get('slotAt'),
  });

const AT_ONCE = 50;

/** The texts of posts that are scheduled again once their schedules are resumed. */
export async function* heldTexts(db: Db, { userId, scope }: TextsInScope): AsyncGenerator<SavedText[]> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await db.query(
      `SELECT ${TEXT.list}
         FROM posting_schedules s JOIN queue_entries q ON q.schedule_id = s.id
              JOIN post_groups g ON g.id = q.group_id AND g.updated_at = q.held_at
              JOIN platform_posts p ON p.group_id = g.id AND p.part_index = 0
        WHERE s.user_id = $1 AND g.status = 'draft' AND ($2::text IS NULL OR p.platform = $2)
          AND ($3::text IS NULL OR p.platform_id = (SELECT c.platform_id FROM connections c WHERE c.id = $3))
        ORDER BY q.slot_at, g.id, p.target_index OFFSET $4 LIMIT $5`,
      [userId, scope.platform, scope.connectionId, offset, AT_ONCE],
    );
    yield TEXT.rows(rows).map((row) => ({ ...row, kind: 'post' }));
    if (rows.length < AT_ONCE) return;
  }
}
