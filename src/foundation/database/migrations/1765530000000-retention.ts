import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../index-concurrently.js';

const INDEXES = {
  media_stored_idx: `ON media (id) WHERE status <> 'broken'`,
  network_answers_claimed_idx: 'ON network_answers (claimed_until)',
  request_limits_resets_idx: 'ON request_limits (resets_at)',
  sign_in_throttle_expire_idx: 'ON sign_in_throttle (expire)',
};

/** What is removed by age is found by an index. */
export class Retention1765530000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) await createIndexConcurrently(query, name, definition);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await query.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
