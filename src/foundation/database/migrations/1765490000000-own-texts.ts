import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a target has a text of its own, which can be equal to that of its group. Each statement is a transaction of
 * its own, so that no table stays locked, and both can be repeated.
 */
export class OwnTexts1765490000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    await query.query(
      'ALTER TABLE platform_posts ADD COLUMN IF NOT EXISTS has_own_text boolean NOT NULL DEFAULT false',
    );
    await query.query(
      `UPDATE platform_posts p SET has_own_text = true FROM post_groups g
        WHERE g.id = p.group_id AND p.part_index = 0
          AND (p.unsplit_content IS NOT NULL OR p.content <> g.content AND NOT EXISTS (
                SELECT 1 FROM platform_posts o
                 WHERE o.group_id = p.group_id AND o.target_index = p.target_index AND o.part_index = 1))`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE platform_posts DROP COLUMN has_own_text');
  }
}
