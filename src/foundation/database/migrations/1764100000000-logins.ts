import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE login_attempts (
     id varchar(24) NOT NULL,
     state_hash text NOT NULL,
     browser_hash text NOT NULL,
     user_id varchar(24) NOT NULL,
     platform text NOT NULL,
     phase text NOT NULL,
     secrets text,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT login_attempts_pkey PRIMARY KEY (id)
   )`,
  'CREATE UNIQUE INDEX login_attempts_state_key ON login_attempts (state_hash)',
  'CREATE INDEX login_attempts_expires_idx ON login_attempts (expires_at)',
  `CREATE TABLE instance_clients (
     id varchar(24) NOT NULL,
     platform text NOT NULL,
     server text NOT NULL,
     redirect_uri text NOT NULL,
     client text NOT NULL,
     CONSTRAINT instance_clients_pkey PRIMARY KEY (id)
   )`,
  'CREATE UNIQUE INDEX instance_clients_server_key ON instance_clients (platform, server, redirect_uri)',
];

const DOWN = ['DROP TABLE instance_clients', 'DROP TABLE login_attempts'];

/** Logins at platforms, and the apps that servers know. */
export class Logins1764100000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
