import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The secret addresses at which calendars read posts. */
export class CalendarFeeds1765561000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(
      `CREATE TABLE calendar_feeds (
         user_id varchar(24) CONSTRAINT calendar_feeds_pkey PRIMARY KEY,
         secret_hash text NOT NULL,
         created_at timestamptz(3) NOT NULL,
         last_read_at timestamptz(3)
       )`,
    );
    await query.query('CREATE UNIQUE INDEX calendar_feeds_secret_key ON calendar_feeds (secret_hash)');
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TABLE calendar_feeds');
  }
}
