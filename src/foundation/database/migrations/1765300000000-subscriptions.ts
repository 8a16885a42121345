import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Whose access may have changed, whatever code or operator changed it. Uses of keys are written often and change none.
  `CREATE FUNCTION notify_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_access_changed AFTER UPDATE OR DELETE ON users
   FOR EACH ROW EXECUTE FUNCTION notify_access_changed('id')`,
  `CREATE TRIGGER api_keys_access_changed
   AFTER DELETE OR UPDATE OF user_id, prefix, hash, mcp_access, workspace_access, revoked_at ON api_keys
   FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id')`,
  `CREATE TRIGGER sessions_access_changed AFTER DELETE OR UPDATE OF user_id, token_hash, expires_at ON sessions
   FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id')`,
  `CREATE TABLE live_processes (
     id varchar(24) NOT NULL,
     lease_until timestamptz(3) NOT NULL,
     CONSTRAINT live_processes_pkey PRIMARY KEY (id)
   )`,
  `CREATE TABLE live_usage (
     account_id varchar(24) NOT NULL,
     process_id varchar(24) NOT NULL,
     sockets integer NOT NULL,
     subscriptions integer NOT NULL,
     CONSTRAINT live_usage_pkey PRIMARY KEY (account_id, process_id),
     CONSTRAINT live_usage_process_fkey FOREIGN KEY (process_id) REFERENCES live_processes (id) ON DELETE CASCADE
   )`,
  'CREATE INDEX live_usage_process_idx ON live_usage (process_id)',
];

const DOWN = [
  'DROP TABLE live_usage',
  'DROP TABLE live_processes',
  'DROP TRIGGER sessions_access_changed ON sessions',
  'DROP TRIGGER api_keys_access_changed ON api_keys',
  'DROP TRIGGER users_access_changed ON users',
  'DROP FUNCTION notify_access_changed()',
];

/** Notices of changed access, and what each account has open in which process. */
export class Subscriptions1765300000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
