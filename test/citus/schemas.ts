/**
 * The tables of accounts distributed by schema, with nothing more than Citus needs: in each of a fixed number of schemas there is
 * every one of them, each schema is on one worker, and `search_path` chooses that of an account. The survey asks what becomes
 * of the service's statements and triggers there; `distribute` brings what it found to be missing.
 */
import type pg from 'pg';
import { ACCOUNT_TABLES, REFERENCE_TABLES } from '../../src/foundation/database/distribution/tables.js';
import { type Trigger, takeTriggers } from './distribution.js';

export const SCHEMAS = ['accounts_1', 'accounts_2', 'accounts_3', 'accounts_4'] as const;

/** In which the survey and the probes work. */
const [CHOSEN] = SCHEMAS;

export interface SchemaChanges {
  /** How many workers have schemas. */
  workers: number;
  /** Citus refuses a table with triggers; as they would be in the chosen schema. */
  triggers: Trigger[];
}

/** Leaves a database whose connections work in one of the schemas; those that are open have to be told. */
export async function distributeBySchema(client: pg.Client): Promise<SchemaChanges> {
  const triggers = await takeTriggers(client);
  for (const table of REFERENCE_TABLES) await client.query('SELECT create_reference_table($1)', [table]);
  const { rows: foreignKeys } = await client.query(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) ORDER BY 1, 2`,
    [ACCOUNT_TABLES],
  );
  const functions = await functionsOf(client, triggers);
  for (const schema of SCHEMAS) {
    await client.query(`CREATE SCHEMA ${schema}`);
    for (const table of ACCOUNT_TABLES)
      await client.query(`CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING ALL)`);
    await client.query(`SET search_path = ${schema}, public`);
    for (const { table, name, definition } of foreignKeys)
      await client.query(`ALTER TABLE ${schema}.${table} ADD CONSTRAINT ${name} ${definition}`);
    await client.query('SELECT citus_schema_distribute($1)', [schema]);
    // What a trigger of the schema executes finds the schema's tables.
    for (const { name, definition } of functions) {
      await client.query(definition.replace(` public.${name}(`, ` ${schema}.${name}(`));
      await client.query(`ALTER FUNCTION ${schema}.${name}() SET search_path = ${schema}, public`);
    }
    await client.query('RESET search_path');
  }
  await client.query(`DROP TABLE ${ACCOUNT_TABLES.map((table) => `public.${table}`).join(', ')}`);
  await client.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = ${CHOSEN}, public', current_database()); END $$`,
  );
  await client.query(`SET search_path = ${CHOSEN}, public`);
  const { rows } = await client.query(
    `SELECT count(DISTINCT s.nodeport)::int AS workers FROM citus_shards s JOIN pg_class c ON c.oid = s.table_name
      WHERE c.relnamespace = ANY($1::regnamespace[])`,
    [SCHEMAS],
  );
  return {
    workers: rows[0].workers,
    triggers: triggers.map((trigger) => ({
      ...trigger,
      definition: trigger.definition
        .replace(' ON public.', ` ON ${CHOSEN}.`)
        .replace(/EXECUTE FUNCTION /, `EXECUTE FUNCTION ${CHOSEN}.`),
    })),
  };
}

async function functionsOf(client: pg.Client, triggers: readonly Trigger[]) {
  const names = triggers.map(({ definition }) => /EXECUTE FUNCTION (\w+)\(/.exec(definition)?.[1]);
  const { rows } = await client.query(
    `SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname = ANY($1) ORDER BY 1`,
    [names],
  );
  return rows as { name: string; definition: string }[];
}
