import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE webhooks (
     id varchar(24) CONSTRAINT webhooks_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     name text NOT NULL,
     url text NOT NULL,
     events text[] NOT NULL,
     secret text NOT NULL,
     is_active boolean NOT NULL,
     failure_count integer NOT NULL,
     last_triggered_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX webhooks_user_idx ON webhooks (user_id, created_at, id)',

  `CREATE TABLE webhook_deliveries (
     id varchar(24) CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
     webhook_id varchar(24) NOT NULL,
     user_id varchar(24) NOT NULL,
     event text NOT NULL,
     subject varchar(24) NOT NULL,
     body text NOT NULL,
     status text NOT NULL,
     is_test boolean NOT NULL,
     attempt_count integer NOT NULL DEFAULT 0,
     failures integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     ended_at timestamptz(3),
     CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
   )`,
  'CREATE INDEX webhook_deliveries_webhook_idx ON webhook_deliveries (webhook_id, id)',
  `CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (webhook_id, subject, id)
    WHERE status = 'pending'`,
  'CREATE INDEX webhook_deliveries_created_idx ON webhook_deliveries (created_at)',

  `CREATE TABLE webhook_attempts (
     delivery_id varchar(24) NOT NULL,
     number integer NOT NULL,
     started_at timestamptz(3) NOT NULL,
     duration_ms integer NOT NULL,
     status integer,
     error text,
     answer text,
     CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
     CONSTRAINT webhook_attempts_delivery_fkey
       FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id) ON DELETE CASCADE
   )`,

  `CREATE TABLE expiry_notices (
     connection_id varchar(24) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT expiry_notices_pkey PRIMARY KEY (connection_id, expires_at)
   )`,
  'CREATE INDEX expiry_notices_expires_idx ON expiry_notices (expires_at)',
];

const DOWN = [
  'DROP TABLE expiry_notices',
  'DROP TABLE webhook_attempts',
  'DROP TABLE webhook_deliveries',
  'DROP TABLE webhooks',
];

/** Webhooks, what was sent to them, and which ends of accesses they were told of. */
export class Webhooks1764200000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
