import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE users (
     id varchar(24) CONSTRAINT users_pkey PRIMARY KEY,
     email text NOT NULL,
     display_name text NOT NULL,
     plan text NOT NULL,
     mcp_access boolean NOT NULL DEFAULT false,
     workspace_access boolean NOT NULL DEFAULT false,
     managed_by_id varchar(24),
     created_at timestamptz(3) NOT NULL
   )`,
  'CREATE UNIQUE INDEX users_email_key ON users (email)',
  'CREATE INDEX users_managed_by_idx ON users (managed_by_id)',

  `CREATE TABLE api_keys (
     id varchar(24) CONSTRAINT api_keys_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     name text NOT NULL,
     prefix text NOT NULL,
     hash text NOT NULL,
     mcp_access boolean NOT NULL DEFAULT false,
     workspace_access boolean NOT NULL DEFAULT false,
     created_at timestamptz(3) NOT NULL,
     revoked_at timestamptz(3)
   )`,
  'CREATE INDEX api_keys_user_idx ON api_keys (user_id)',
  'CREATE UNIQUE INDEX api_keys_prefix_key ON api_keys (prefix)',

  `CREATE TABLE connections (
     id varchar(24) CONSTRAINT connections_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     platform text NOT NULL,
     account_id text NOT NULL,
     platform_id text NOT NULL,
     username text NOT NULL,
     display_name text NOT NULL,
     base_url text,
     credentials text NOT NULL,
     access_token_expires_at timestamptz(3),
     revoked_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL
   )`,
  'CREATE UNIQUE INDEX connections_user_platform_id_key ON connections (user_id, platform_id)',

  `CREATE TABLE post_groups (
     id varchar(24) CONSTRAINT post_groups_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     content text NOT NULL,
     status text NOT NULL,
     processing_status text NOT NULL,
     scheduled_time timestamptz(3),
     platform_settings jsonb NOT NULL,
     event_sequence integer NOT NULL DEFAULT 0,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX post_groups_created_idx ON post_groups (user_id, created_at, id)',
  'CREATE INDEX post_groups_updated_idx ON post_groups (user_id, updated_at, id)',
  'CREATE INDEX post_groups_status_idx ON post_groups (user_id, status, created_at, id)',
  `CREATE INDEX post_groups_scheduled_idx
       ON post_groups (user_id, coalesce(scheduled_time, '-infinity'::timestamptz), id)`,

  `CREATE TABLE platform_posts (
     id varchar(24) CONSTRAINT platform_posts_pkey PRIMARY KEY,
     group_id varchar(24) NOT NULL,
     user_id varchar(24) NOT NULL,
     target_index integer NOT NULL,
     part_index integer NOT NULL DEFAULT 0,
     platform text NOT NULL,
     account_id text NOT NULL,
     platform_id text NOT NULL,
     content text NOT NULL,
     status text NOT NULL,
     posted_id text,
     url text,
     error jsonb,
     attempt_count integer NOT NULL DEFAULT 0,
     first_attempt_at timestamptz(3),
     due_at timestamptz(3),
     turn integer NOT NULL DEFAULT 0,
     job_id uuid,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT platform_posts_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
   )`,
  'CREATE UNIQUE INDEX platform_posts_group_key ON platform_posts (group_id, target_index, part_index)',
  'CREATE INDEX platform_posts_platform_idx ON platform_posts (user_id, platform, group_id)',
  `CREATE INDEX platform_posts_due_idx ON platform_posts (due_at)
    WHERE status IN ('scheduled', 'pending', 'processing')`,

  `CREATE TABLE post_logs (
     id varchar(24) CONSTRAINT post_logs_pkey PRIMARY KEY,
     group_id varchar(24) NOT NULL,
     post_id varchar(24),
     platform text,
     event text NOT NULL,
     error text,
     http_status integer,
     retry_count integer,
     metadata jsonb,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT post_logs_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
   )`,
  'CREATE INDEX post_logs_group_idx ON post_logs (group_id, id)',

  `CREATE TABLE idempotency_keys (
     owner_id varchar(24) NOT NULL,
     user_id varchar(24) NOT NULL,
     key text NOT NULL,
     request_hash text NOT NULL,
     group_id varchar(24) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, user_id, key)
   )`,
  'CREATE INDEX idempotency_keys_created_idx ON idempotency_keys (created_at)',

  `CREATE TABLE live_events (
     group_id varchar(24) NOT NULL,
     sequence integer NOT NULL,
     user_id varchar(24) NOT NULL,
     payload jsonb NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT live_events_pkey PRIMARY KEY (group_id, sequence)
   )`,
  'CREATE INDEX live_events_user_idx ON live_events (user_id, created_at)',
  'CREATE INDEX live_events_created_idx ON live_events (created_at)',

  `CREATE TABLE publish_attempts (
     id varchar(24) CONSTRAINT publish_attempts_pkey PRIMARY KEY,
     post_id varchar(24) NOT NULL,
     number integer NOT NULL,
     started_at timestamptz(3) NOT NULL,
     uncertain_until timestamptz(3) NOT NULL,
     state jsonb,
     failure jsonb,
     outcome text,
     ended_at timestamptz(3),
     CONSTRAINT publish_attempts_post_fkey FOREIGN KEY (post_id) REFERENCES platform_posts (id) ON DELETE CASCADE
   )`,
  'CREATE UNIQUE INDEX publish_attempts_post_key ON publish_attempts (post_id, number)',
];

const TABLES = [
  'publish_attempts',
  'live_events',
  'idempotency_keys',
  'post_logs',
  'platform_posts',
  'post_groups',
  'connections',
  'api_keys',
  'users',
];

export class Initial1763700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`DROP TABLE ${table}`);
  }
}
