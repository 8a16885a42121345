import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE media (
     id varchar(24) CONSTRAINT media_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     group_id text NOT NULL,
     type text NOT NULL,
     name text NOT NULL,
     file_name text NOT NULL,
     file_path text NOT NULL,
     url_pure text NOT NULL,
     upload_url text,
     upload_expires_at timestamptz(3) NOT NULL,
     mime_type text NOT NULL,
     status text NOT NULL,
     problem text,
     metadata jsonb NOT NULL,
     added_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX media_group_idx ON media (group_id, user_id, added_at, id)',
  'CREATE INDEX media_added_idx ON media (added_at)',

  `CREATE TABLE media_conversions (
     media_id varchar(24) NOT NULL,
     rule text NOT NULL,
     file_name text NOT NULL,
     mime_type text NOT NULL,
     size integer NOT NULL,
     width integer NOT NULL,
     height integer NOT NULL,
     CONSTRAINT media_conversions_pkey PRIMARY KEY (media_id, rule)
   )`,

  `CREATE TABLE object_deletions (
     key text CONSTRAINT object_deletions_pkey PRIMARY KEY,
     due_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX object_deletions_due_idx ON object_deletions (due_at)',

  `CREATE TABLE processing_sessions (
     id text CONSTRAINT processing_sessions_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     events jsonb NOT NULL,
     ended boolean NOT NULL,
     alive_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX processing_sessions_alive_idx ON processing_sessions (alive_at)',
];

const DOWN = [
  'DROP TABLE processing_sessions',
  'DROP TABLE object_deletions',
  'DROP TABLE media_conversions',
  'DROP TABLE media',
];

export class Media1763900000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
