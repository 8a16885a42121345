/**
 * Makes a database of one Postgres one of Citus: the tables of accounts in one schema, which is on a worker. The service runs on
 * it with `search_path = accounts_1, public` on its connections.
 */
import type pg from 'pg';
import { countInSteps } from './count-in-steps.js';
import { DISTRIBUTED, REFERENCE } from './distribution.js';

export const SCHEMA = 'accounts_1';

/** Of triggers on those tables, which find them there whatever the session's `search_path` is. */
const TRIGGER_FUNCTIONS = ['count_group', 'count_posts', 'count_stored_files', 'index_post_text'];

/**
 * The ids of transactions that live events are read by: those of the worker, whose snapshots the rows are read in. What a statement
 * names is the coordinator's.
 */
const OWN = 'pg_current_xact_id()::text::bigint';
const STAMPS = [
  {
    table: 'post_groups',
    name: 'stamp_group',
    event: 'INSERT OR UPDATE OF event_position',
    work: `NEW.event_position := greatest(NEW.event_position, ${OWN});`,
  },
  {
    table: 'live_events',
    name: 'stamp_event',
    event: 'INSERT OR UPDATE OF transaction_id, position',
    work: `NEW.transaction_id := ${OWN}; NEW.position := greatest(NEW.position, NEW.transaction_id);`,
  },
  {
    table: 'webhook_deliveries',
    name: 'stamp_delivery',
    event: 'INSERT OR UPDATE OF changed_in',
    work: `NEW.changed_in := ${OWN};`,
  },
];

/** Of triggers on tables that are on every node: nobody listens on a worker, and what notifies cannot be prepared there. */
const NOTIFY_ONCE = `
  CREATE OR REPLACE FUNCTION public.notify_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN
      PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
    END IF;
    RETURN NULL;
  END $$`;

/** Needs a database that Citus knows the workers of. */
export async function distributeIntoOneSchema(client: pg.Client): Promise<void> {
  await client.query('SET citus.enable_unsafe_triggers = on');
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  for (const table of DISTRIBUTED) await client.query(`ALTER TABLE public.${table} SET SCHEMA ${SCHEMA}`);
  await countInSteps(client);
  for (const name of TRIGGER_FUNCTIONS) {
    await client.query(`ALTER FUNCTION public.${name}() SET search_path = ${SCHEMA}, public`);
  }
  for (const { table, name, event, work } of STAMPS) {
    await client.query(
      `CREATE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work} RETURN NEW; END $$`,
    );
    await client.query(
      `CREATE TRIGGER ${name} BEFORE ${event} ON ${SCHEMA}.${table} FOR EACH ROW EXECUTE FUNCTION public.${name}()`,
    );
  }
  await client.query('SELECT citus_schema_distribute($1)', [SCHEMA]);
  for (const table of REFERENCE) await client.query('SELECT create_reference_table($1)', [table]);
  await client.query(NOTIFY_ONCE);
}
