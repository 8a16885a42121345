import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a file was declared to be, beside what it is. */
export class DeclaredContentTypes1765581000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE media ADD COLUMN declared_mime_type text');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE media DROP COLUMN declared_mime_type');
  }
}
