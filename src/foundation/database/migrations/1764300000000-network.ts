import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE network_answers (
     connection_id varchar(24) NOT NULL,
     question text NOT NULL,
     answer jsonb,
     answered_at timestamptz(3),
     claimed_until timestamptz(3) NOT NULL,
     CONSTRAINT network_answers_pkey PRIMARY KEY (connection_id, question),
     CONSTRAINT network_answers_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
   )`,
];

const DOWN = ['DROP TABLE network_answers'];

/** Numbers that a platform told, kept for half an hour. */
export class Network1764300000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
