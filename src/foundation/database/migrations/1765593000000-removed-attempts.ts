import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts whose parts were removed before their outcome was certain: lookups of other parts find their posts. */
export class RemovedAttempts1765593000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(
      `CREATE TABLE removed_attempts (
         id varchar(24) NOT NULL,
         account text NOT NULL,
         started_at timestamptz(3) NOT NULL,
         uncertain_until timestamptz(3) NOT NULL,
         CONSTRAINT removed_attempts_pkey PRIMARY KEY (id)
       )`,
    );
    await query.query('CREATE INDEX removed_attempts_account_idx ON removed_attempts (account)');
    await query.query('CREATE INDEX removed_attempts_uncertain_idx ON removed_attempts (uncertain_until)');
    await query.query(
      `CREATE FUNCTION keep_removed_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO removed_attempts (id, account, started_at, uncertain_until)
         VALUES (OLD.id, OLD.account, OLD.started_at, OLD.uncertain_until) ON CONFLICT DO NOTHING;
         RETURN NULL;
       END $$`,
    );
    await query.query(
      `CREATE TRIGGER keep_removed_attempt AFTER DELETE ON publish_attempts FOR EACH ROW
       WHEN (OLD.account IS NOT NULL AND (OLD.outcome IS NULL OR OLD.outcome IN ('absent', 'unknown')))
       EXECUTE FUNCTION keep_removed_attempt()`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TRIGGER keep_removed_attempt ON publish_attempts');
    await query.query('DROP FUNCTION keep_removed_attempt()');
    await query.query('DROP TABLE removed_attempts');
  }
}
