import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a platform refused to renew an access token that still works. */
export class RenewalRefused1765592000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE connections ADD COLUMN renewal_refused_at timestamptz(3)');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE connections DROP COLUMN renewal_refused_at');
  }
}
