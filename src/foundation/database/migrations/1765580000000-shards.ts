import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema that has the rows of an account, where the tables of accounts are distributed; null: there is one of each table. */
export class Shards1765580000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE users ADD COLUMN shard text');
    await query.query('ALTER TABLE removed_users ADD COLUMN shard text');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE removed_users DROP COLUMN shard');
    await query.query('ALTER TABLE users DROP COLUMN shard');
  }
}
