import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries of a time when a webhook was switched off, and which failures of a webhook are counted already. */
export class SkippedDeliveries1764600000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE webhooks ADD failures_count_from timestamptz(3)');
    await query.query(
      `CREATE INDEX webhook_deliveries_skipped_idx ON webhook_deliveries (webhook_id, id) WHERE status = 'skipped'`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP INDEX webhook_deliveries_skipped_idx');
    await query.query('ALTER TABLE webhooks DROP failures_count_from');
  }
}
