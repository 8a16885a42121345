import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // A constant default of null rewrites no rows.
  'ALTER TABLE users ADD COLUMN removal_at timestamptz(3)',
  'CREATE INDEX users_removal_idx ON users (removal_at) WHERE removal_at IS NOT NULL',
  `CREATE TABLE removed_users (
     user_id varchar(24) CONSTRAINT removed_users_pkey PRIMARY KEY,
     removed_at timestamptz(3) NOT NULL
   )`,
  `CREATE TABLE account_exports (
     id varchar(24) CONSTRAINT account_exports_pkey PRIMARY KEY,
     user_id varchar(24) NOT NULL,
     key text NOT NULL,
     status text NOT NULL,
     bytes bigint,
     requested_at timestamptz(3) NOT NULL,
     ended_at timestamptz(3),
     expires_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX account_exports_user_idx ON account_exports (user_id, requested_at)',
  `CREATE UNIQUE INDEX account_exports_pending_key ON account_exports (user_id) WHERE status = 'pending'`,
  'CREATE INDEX account_exports_expires_idx ON account_exports (expires_at)',
  'CREATE INDEX media_user_idx ON media (user_id, id)',
];

/** Owners remove their accounts and export what is in them. */
export class AccountRemoval1765520000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP INDEX media_user_idx');
    await query.query('DROP TABLE account_exports');
    await query.query('DROP TABLE removed_users');
    await query.query('ALTER TABLE users DROP COLUMN removal_at');
  }
}
