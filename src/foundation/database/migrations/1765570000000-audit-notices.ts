import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notifies of accounts whose audit log has a new event. Failed sign-ins notify nobody: they are not the account's own, and a
 * notice would make their commits take longer.
 */
export class AuditNotices1765570000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(
      `CREATE FUNCTION notify_audit_recorded() RETURNS trigger LANGUAGE plpgsql AS $function$
   BEGIN
     PERFORM pg_notify('audit_recorded', NEW.owner_id);
     RETURN NULL;
   END $function$`,
    );
    await query.query(
      `CREATE TRIGGER audit_events_recorded AFTER INSERT ON audit_events FOR EACH ROW
         WHEN (NEW.owner_id IS NOT NULL AND NEW.action <> 'sign_in_failed') EXECUTE FUNCTION notify_audit_recorded()`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TRIGGER audit_events_recorded ON audit_events');
    await query.query('DROP FUNCTION notify_audit_recorded');
  }
}
