import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE media ADD COLUMN alt_text text',
  'ALTER TABLE post_groups ADD COLUMN video_timestamp integer',
  'ALTER TABLE connections ADD COLUMN renew_at timestamptz(3)',
  'CREATE INDEX connections_renew_idx ON connections (renew_at) WHERE renew_at IS NOT NULL AND revoked_at IS NULL',
  `CREATE TABLE rate_uses (
     platform_id text NOT NULL,
     name text NOT NULL,
     uses jsonb NOT NULL,
     CONSTRAINT rate_uses_pkey PRIMARY KEY (platform_id, name)
   )`,
];

const DOWN = [
  'DROP TABLE rate_uses',
  'DROP INDEX connections_renew_idx',
  'ALTER TABLE connections DROP COLUMN renew_at',
  'ALTER TABLE post_groups DROP COLUMN video_timestamp',
  'ALTER TABLE media DROP COLUMN alt_text',
];

/** Texts and covers of media; tokens that are renewed ahead of time. */
export class Platforms1764000000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
