import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Changes of counts come and go within a minute. In the moment in which there are none, a vacuum gave their pages back, and
 * statements that were planned then read the whole table until the next vacuum, however many changes it had: each creation
 * those of everybody. A table that keeps its pages is always read by its index.
 */
export class PagesOfCountChanges1765562500000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE post_count_changes SET (vacuum_truncate = off)');
    // Some 30 pages, for a database that has never been busy.
    await query.query(
      `INSERT INTO post_count_changes (user_id, counters, change)
       SELECT '', ARRAY[repeat(' ', 200)], 0 FROM generate_series(1, 1000)`,
    );
    await query.query(`DELETE FROM post_count_changes WHERE user_id = ''`);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('ALTER TABLE post_count_changes RESET (vacuum_truncate)');
  }
}
