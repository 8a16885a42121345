import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../index-concurrently.js';

const ADDED = {
  platform_posts_target_idx: 'ON platform_posts (user_id, platform, platform_id, group_id)',
  platform_posts_posted_idx:
    'ON platform_posts (user_id, platform_id, updated_at, posted_id) WHERE posted_id IS NOT NULL',
};

const DROPPED = {
  platform_posts_platform_idx: 'ON platform_posts (user_id, platform, group_id)',
  platform_posts_outcome_idx: 'ON platform_posts (user_id, platform_id, status, updated_at)',
  platform_posts_active_idx: `ON platform_posts (user_id) WHERE status IN ('scheduled', 'pending', 'processing')`,
};

/**
 * A post that is not published yet is in four indexes instead of six. What is pending is counted (post_counts); processes of
 * the version before, which count posts themselves, read more rows until they have ended.
 */
export class FewerIndexes1765551000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(ADDED)) await createIndexConcurrently(query, name, definition);
    for (const name of Object.keys(DROPPED)) await query.query(`DROP INDEX IF EXISTS ${name}`);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(DROPPED)) {
      await query.query(`CREATE INDEX IF NOT EXISTS ${name} ${definition}`);
    }
    for (const name of Object.keys(ADDED)) await query.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
