import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Whoever is there counts as confirmed, and so does whom a process of the version before makes meanwhile.
  'ALTER TABLE users ADD email_confirmed_at timestamptz(3) DEFAULT now()',
  // But for managed users, and for those without a password and a plan: they were detached from a workspace, and nobody
  // ever showed that the address is theirs.
  `UPDATE users SET email_confirmed_at = NULL
    WHERE managed_by_id IS NOT NULL
       OR password_hash IS NULL AND plan = 'starter' AND NOT mcp_access AND NOT workspace_access`,
  'DROP INDEX users_email_key',
  `CREATE UNIQUE INDEX users_email_key ON users (email)
    WHERE managed_by_id IS NULL AND (password_hash IS NOT NULL OR email_confirmed_at IS NOT NULL)`,
  'CREATE UNIQUE INDEX users_managed_email_key ON users (email) WHERE managed_by_id IS NOT NULL',

  `CREATE TABLE sign_ups (
     id varchar(24) CONSTRAINT sign_ups_pkey PRIMARY KEY,
     email text NOT NULL,
     password_hash text NOT NULL,
     display_name text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX sign_ups_email_idx ON sign_ups (email)',
  'CREATE INDEX sign_ups_expires_idx ON sign_ups (expires_at)',

  `CREATE TABLE email_tokens (
     token_hash text CONSTRAINT email_tokens_pkey PRIMARY KEY,
     purpose text NOT NULL,
     email text NOT NULL,
     user_id varchar(24),
     sign_up_id varchar(24),
     created_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT email_tokens_sign_up_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups (id) ON DELETE CASCADE
   )`,
  'CREATE INDEX email_tokens_user_idx ON email_tokens (user_id)',
  'CREATE INDEX email_tokens_sign_up_idx ON email_tokens (sign_up_id)',
  'CREATE INDEX email_tokens_expires_idx ON email_tokens (expires_at)',
];

const DOWN = [
  'DROP TABLE email_tokens',
  'DROP TABLE sign_ups',
  'DROP INDEX users_managed_email_key',
  'DROP INDEX users_email_key',
  'CREATE UNIQUE INDEX users_email_key ON users (email)',
  'ALTER TABLE users DROP email_confirmed_at',
];

/** Sign-ups that wait for their confirmation, the links in e-mails, and whose an e-mail address is. */
export class SignUps1765000000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
