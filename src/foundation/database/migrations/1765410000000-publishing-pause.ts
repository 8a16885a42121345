import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether publishing is paused: one row, or none. */
export class PublishingPause1765410000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(
      `CREATE TABLE publishing_pause (
         id smallint NOT NULL,
         since timestamptz(3) NOT NULL,
         CONSTRAINT publishing_pause_pkey PRIMARY KEY (id),
         CONSTRAINT publishing_pause_one_row CHECK (id = 1)
       )`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TABLE publishing_pause');
  }
}
