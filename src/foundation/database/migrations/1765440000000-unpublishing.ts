import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a post was deleted on its platform, and what it consists of beside the post. */
export class Unpublishing1765440000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE platform_posts ADD COLUMN deleted_at timestamptz(3), ADD COLUMN further_ids jsonb');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE platform_posts DROP COLUMN further_ids, DROP COLUMN deleted_at');
  }
}
