import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { SavedText, TextsInScope } from '../additions/saved-texts.port.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import type { PlatformSettings } from '../posts/state/platform-settings.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { RecurrenceEntity } from './recurrence.entity.js';

const RECURRENCE = table(RecurrenceEntity).of('r');
const GROUP = table(PostGroupEntity).of('g');

const TEXT = table(PlatformPostEntity)
  .only('platform', 'platformId')
  .of('p')
  .plus({
    id: RECURRENCE.get('id'),
    text: expression<string>('t.text'),
    settings: expression<PlatformSettings>('g.platform_settings'),
    addSignature: GROUP.get('addSignature'),
    addLinkParameters: GROUP.get('addLinkParameters'),
    at: expression<Date>('r.next_at'),
  });

const AT_ONCE = 50;

/** The texts of recurrences from which posts are still created: that of the template and the others, on each account. */
export async function* recurringTexts(db: Db, { userId, scope }: TextsInScope): AsyncGenerator<SavedText[]> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await db.query(
      `SELECT ${TEXT.list}
         FROM recurrences r JOIN post_groups g ON g.id = r.template_id
              JOIN platform_posts p ON p.group_id = g.id AND p.part_index = 0
              CROSS JOIN LATERAL unnest(CASE WHEN p.content IS NULL THEN g.content || r.texts ELSE ARRAY[p.content] END)
                                 WITH ORDINALITY AS t(text, ordinal)
        WHERE r.user_id = $1 AND r.next_at IS NOT NULL AND ($2::text IS NULL OR p.platform = $2)
          AND ($3::text IS NULL OR p.platform_id = (SELECT c.platform_id FROM connections c WHERE c.id = $3))
        ORDER BY r.created_at, r.id, p.target_index, t.ordinal OFFSET $4 LIMIT $5`,
      [userId, scope.platform, scope.connectionId, offset, AT_ONCE],
    );
    yield TEXT.rows(rows).map((row) => ({ ...row, kind: 'recurrence' }));
    if (rows.length < AT_ONCE) return;
  }
}
