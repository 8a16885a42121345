import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE users
     ADD password_hash text,
     ADD channel_quantity integer,
     ADD held_at timestamptz(3),
     ADD hold_reason text,
     ADD hold_expires_at timestamptz(3),
     ADD deactivated_at timestamptz(3)`,
  'ALTER TABLE api_keys ADD last_used_at timestamptz(3)',
  'ALTER TABLE connections ADD profile_url text, ADD profile_image_url text',
  'CREATE INDEX platform_posts_outcome_idx ON platform_posts (user_id, platform_id, status, updated_at)',
  `CREATE INDEX platform_posts_active_idx ON platform_posts (user_id)
    WHERE status IN ('scheduled', 'pending', 'processing')`,

  `CREATE TABLE sessions (
     token_hash text CONSTRAINT sessions_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX sessions_user_idx ON sessions (user_id)',
  'CREATE INDEX sessions_expires_idx ON sessions (expires_at)',

  `CREATE TABLE sign_in_throttle (
     key varchar(255) CONSTRAINT sign_in_throttle_pkey PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   )`,

  `CREATE TABLE connection_pages (
     user_id varchar(24) CONSTRAINT connection_pages_pkey PRIMARY KEY,
     token_hash text NOT NULL,
     token text NOT NULL,
     expires_at timestamptz(3) NOT NULL
   )`,
  'CREATE UNIQUE INDEX connection_pages_token_key ON connection_pages (token_hash)',

  `CREATE TABLE post_usage (
     user_id varchar(24) NOT NULL,
     period_start timestamptz(3) NOT NULL,
     platform_id text NOT NULL,
     used integer NOT NULL,
     CONSTRAINT post_usage_pkey PRIMARY KEY (user_id, period_start, platform_id)
   )`,
  // What was scheduled before there were limits counts too.
  `INSERT INTO post_usage (user_id, period_start, platform_id, used)
   SELECT p.user_id, date_trunc('month', g.scheduled_time, 'UTC'), p.platform_id, count(*)
     FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
    WHERE p.part_index = 0 AND p.status <> 'draft' AND g.scheduled_time IS NOT NULL
    GROUP BY 1, 2, 3`,

  `CREATE TABLE limit_notices (
     owner_id varchar(24) NOT NULL,
     period_start timestamptz(3) NOT NULL,
     CONSTRAINT limit_notices_pkey PRIMARY KEY (owner_id, period_start)
   )`,
];

const DOWN = [
  'DROP TABLE limit_notices',
  'DROP TABLE post_usage',
  'DROP TABLE connection_pages',
  'DROP TABLE sign_in_throttle',
  'DROP TABLE sessions',
  'DROP INDEX platform_posts_active_idx',
  'DROP INDEX platform_posts_outcome_idx',
  'ALTER TABLE connections DROP profile_url, DROP profile_image_url',
  'ALTER TABLE api_keys DROP last_used_at',
  `ALTER TABLE users DROP password_hash, DROP channel_quantity, DROP held_at, DROP hold_reason, DROP hold_expires_at,
     DROP deactivated_at`,
];

export class Accounts1763800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
