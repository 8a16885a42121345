import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows that one statement changes: it holds their locks for a moment. */
const AT_ONCE = 1_000;

/**
 * A text that posts share with their group is stored once: their own is null.
 *
 * Processes of the version before may run meanwhile. They would publish nothing for null, so the constraint refuses
 * them the lease without which nothing is sent, and a worker of this version comes to the post. What waits to be
 * published keeps its copy until it has been. Each statement is a transaction of its own, and all can be repeated.
 */
export class SharedTexts1764800000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE platform_posts ALTER content DROP NOT NULL');
    await query.query('ALTER TABLE platform_posts DROP CONSTRAINT IF EXISTS platform_posts_leased_text_check');
    await query.query(
      `ALTER TABLE platform_posts ADD CONSTRAINT platform_posts_leased_text_check
         CHECK (content IS NOT NULL OR lease_until IS NULL) NOT VALID`,
    );
    await query.query('ALTER TABLE platform_posts VALIDATE CONSTRAINT platform_posts_leased_text_check');
    await inBatches(
      query,
      `content = NULL`,
      `p.content = g.content AND p.lease_until IS NULL AND p.status IN ('draft', 'published', 'failed')`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await inBatches(query, 'content = g.content', 'p.content IS NULL');
    await query.query('ALTER TABLE platform_posts DROP CONSTRAINT platform_posts_leased_text_check');
    await query.query('ALTER TABLE platform_posts ALTER content SET NOT NULL');
  }
}

/** Changes the posts that a condition names, in the order of their ids. */
async function inBatches(query: QueryRunner, change: string, condition: string): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const [row]: { last: string | null }[] = await query.query(
      `WITH batch AS (SELECT id FROM platform_posts WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}),
            changed AS (
              UPDATE platform_posts p SET ${change} FROM batch b, post_groups g
               WHERE p.id = b.id AND g.id = p.group_id AND ${condition})
       SELECT max(id) AS last FROM batch`,
      [after],
    );
    after = row?.last ?? null;
  }
}
