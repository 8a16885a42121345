import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The defaults are also for processes of the version before, which begin sessions meanwhile.
  `ALTER TABLE sessions
     ADD id varchar(24) NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 24),
     ADD last_used_at timestamptz(3) NOT NULL DEFAULT now(),
     ADD user_agent text,
     ADD address text,
     ADD device_id varchar(24)`,
  'CREATE UNIQUE INDEX sessions_id_key ON sessions (id)',

  `CREATE TABLE devices (
     id varchar(24) CONSTRAINT devices_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     token_hash text NOT NULL,
     last_sign_in_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX devices_user_idx ON devices (user_id)',
  'CREATE UNIQUE INDEX devices_token_key ON devices (token_hash)',
  'CREATE INDEX devices_last_sign_in_idx ON devices (last_sign_in_at)',

  `CREATE TABLE second_factors (
     user_id varchar(24) CONSTRAINT second_factors_pkey PRIMARY KEY,
     secret text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     confirmed_at timestamptz(3),
     last_step bigint
   )`,
  'CREATE INDEX second_factors_pending_idx ON second_factors (created_at) WHERE confirmed_at IS NULL',

  `CREATE TABLE recovery_codes (
     user_id varchar(24) NOT NULL,
     hash text NOT NULL,
     CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash)
   )`,
];

const DOWN = [
  'DROP TABLE recovery_codes',
  'DROP TABLE second_factors',
  'DROP TABLE devices',
  'DROP INDEX sessions_id_key',
  'ALTER TABLE sessions DROP id, DROP last_used_at, DROP user_agent, DROP address, DROP device_id',
];

/** Sessions that their owner can tell apart, browsers that are known again, and the second factor. */
export class SecondFactor1765100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
