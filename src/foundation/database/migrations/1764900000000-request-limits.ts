import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Counts of a minute: a crash of Postgres may forget them, so they are not worth a write-ahead log.
  `CREATE UNLOGGED TABLE request_limits (
    key varchar(255) NOT NULL CONSTRAINT request_limits_pkey PRIMARY KEY,
    points integer NOT NULL,
    resets_at timestamptz(3) NOT NULL
  )`,
];

const DOWN = ['DROP TABLE request_limits'];

/** What accounts and addresses have used of the limits of requests. */
export class RequestLimits1764900000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
