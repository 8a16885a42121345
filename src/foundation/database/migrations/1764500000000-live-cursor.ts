import type { MigrationInterface, QueryRunner } from 'typeorm';

// A default, so that processes of the version before fill it, too. What is stored already becomes of this transaction.
const XID = 'bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint';

const UP = [
  `ALTER TABLE live_events ADD COLUMN transaction_id ${XID}, ADD COLUMN position ${XID}`,
  'ALTER TABLE post_groups ADD COLUMN event_position bigint NOT NULL DEFAULT 0',
  'DROP INDEX live_events_user_idx',
  'CREATE INDEX live_events_user_idx ON live_events (user_id, position)',
  `ALTER TABLE webhook_deliveries ADD COLUMN changed_in ${XID}`,
  'CREATE INDEX webhook_deliveries_user_idx ON webhook_deliveries (user_id, changed_in)',
];

const DOWN = [
  'DROP INDEX webhook_deliveries_user_idx',
  'ALTER TABLE webhook_deliveries DROP COLUMN changed_in',
  'DROP INDEX live_events_user_idx',
  'CREATE INDEX live_events_user_idx ON live_events (user_id, created_at)',
  'ALTER TABLE post_groups DROP COLUMN event_position',
  'ALTER TABLE live_events DROP COLUMN transaction_id, DROP COLUMN position',
];

/** Rows know the transaction that stored them, so that a subscriber that was away is told what it has not seen. */
export class LiveCursor1764500000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
