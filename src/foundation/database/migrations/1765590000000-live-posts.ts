import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../index-concurrently.js';

const OPEN = `ON publish_attempts (account) WHERE outcome IS NULL OR outcome IN ('absent', 'unknown')`;
const POSTED = 'ON platform_posts (user_id, platform_id, updated_at, posted_id) WHERE posted_id IS NOT NULL';

/** Which part a post at a platform belongs to, over all users, and the account of each attempt. */
export class LivePosts1765590000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    await query.query(
      `CREATE TABLE IF NOT EXISTS live_posts (
         account text NOT NULL,
         posted_id text NOT NULL,
         post_id varchar(24) NOT NULL,
         claimed_at timestamptz(3) NOT NULL,
         CONSTRAINT live_posts_pkey PRIMARY KEY (account, posted_id)
       )`,
    );
    await query.query('CREATE INDEX IF NOT EXISTS live_posts_claimed_idx ON live_posts (claimed_at)');
    await query.query('ALTER TABLE publish_attempts ADD COLUMN IF NOT EXISTS account text');
    await createIndexConcurrently(query, 'publish_attempts_account_idx', OPEN);
    await query.query('DROP INDEX IF EXISTS platform_posts_posted_idx');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query(`CREATE INDEX IF NOT EXISTS platform_posts_posted_idx ${POSTED}`);
    await query.query('DROP INDEX IF EXISTS publish_attempts_account_idx');
    await query.query('ALTER TABLE publish_attempts DROP COLUMN IF EXISTS account');
    await query.query('DROP TABLE IF EXISTS live_posts');
  }
}
