import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order that owners give to files, and the own texts of targets as they were before they became threads. */
export class Editing1765430000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE media ADD COLUMN position integer');
    await query.query('ALTER TABLE platform_posts ADD COLUMN unsplit_content text');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE platform_posts DROP COLUMN unsplit_content');
    await query.query('ALTER TABLE media DROP COLUMN position');
  }
}
