import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE health_checks (
     id smallint NOT NULL,
     checked_at timestamptz(3) NOT NULL,
     CONSTRAINT health_checks_pkey PRIMARY KEY (id)
   )`,
];

const DOWN = ['DROP TABLE health_checks'];

/** What a process writes to find out whether it can write. */
export class Health1764400000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
