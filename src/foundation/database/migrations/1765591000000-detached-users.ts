import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a user has stored and used when it is detached stays on its former owner's account. */
export class DetachedUsers1765591000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE users ADD COLUMN detached_from_id varchar(24), ADD COLUMN detached_with jsonb');
    await query.query(
      'CREATE INDEX users_detached_from_idx ON users (detached_from_id) WHERE detached_from_id IS NOT NULL',
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE users DROP COLUMN detached_from_id, DROP COLUMN detached_with');
  }
}
