import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE platform_posts ADD COLUMN lease_until timestamptz(3), ADD COLUMN wait jsonb',
  `UPDATE platform_posts p SET lease_until = a.uncertain_until
     FROM publish_attempts a WHERE a.post_id = p.id AND a.outcome IS NULL`,
];

const DOWN = ['ALTER TABLE platform_posts DROP COLUMN lease_until, DROP COLUMN wait'];

/** The lease of a post's open attempt, and what the post waits for. */
export class Leases1764700000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
