/**
 * How the tables would be distributed by account, and what that changes of their keys. Tried on an empty
 * database by the survey; no command of the service does it.
 */
import type pg from 'pg';
import { ACCOUNT_TABLES, REFERENCE_TABLES } from '../../src/foundation/database/distribution/tables.js';

/** What the distribution had to change. */
export interface Changes {
  /** Tables that have no `user_id` yet. */
  columns: string[];
  /** Primary keys, unique indexes and foreign keys that do not contain it. */
  keys: string[];
  /** Statements that add the foreign keys again, with it. */
  foreignKeys: string[];
  /** Citus refuses a table with triggers. */
  triggers: Trigger[];
}

export interface Trigger {
  table: string;
  name: string;
  definition: string;
}

interface Key {
  table: string;
  name: string;
  definition: string;
}

export async function distributeByAccount(client: pg.Client): Promise<Changes> {
  const tables = [...ACCOUNT_TABLES];
  const all = [...tables, ...REFERENCE_TABLES];
  const rows = async <Row>(text: string) => (await client.query(text, [all])).rows as Row[];

  const triggers = await takeTriggers(client);

  const foreign = await rows<Key>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) ORDER BY 1, 2`,
  );
  for (const { table, name } of foreign) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);

  const columns: string[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'user_id' AND NOT attisdropped`,
      [table],
    );
    if (rowCount) continue;
    columns.push(table);
    await client.query(`ALTER TABLE ${table} ADD user_id character varying(24) NOT NULL`);
  }

  const unique = await rows<Key & { isConstraint: boolean }>(
    `SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name,
            coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) AS definition, c.oid IS NOT NULL AS "isConstraint"
       FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
      WHERE i.indisunique AND i.indrelid::regclass::text = ANY($1) AND i.indrelid::regclass::text <> ALL('{${REFERENCE_TABLES.join()}}')
        AND NOT EXISTS (SELECT 1 FROM pg_attribute a
                         WHERE a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) AND a.attname = 'user_id')
      ORDER BY 1, 2`,
  );
  for (const { table, name, definition, isConstraint } of unique) {
    const wider = definition.replace('(', '(user_id, ');
    await client.query(isConstraint ? `ALTER TABLE ${table} DROP CONSTRAINT ${name}` : `DROP INDEX ${name}`);
    await client.query(isConstraint ? `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${wider}` : wider);
  }

  for (const table of REFERENCE_TABLES) await client.query('SELECT create_reference_table($1)', [table]);
  for (const [index, table] of tables.entries()) {
    const co = index === 0 ? 'none' : tables[0];
    await client.query(`SELECT create_distributed_table($1, 'user_id', colocate_with => $2)`, [table, co]);
  }
  return {
    columns,
    keys: [...unique, ...foreign].map(({ name }) => name).sort(),
    foreignKeys: foreign.map(
      ({ table, name, definition }) =>
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition.replace(/\(/g, '(user_id, ')}`,
    ),
    triggers,
  };
}

/** Drops the triggers of all tables that would be on workers. */
export async function takeTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `SELECT tgrelid::regclass::text AS table, tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
      WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY($1) ORDER BY 1, 2`,
    [[...ACCOUNT_TABLES, ...REFERENCE_TABLES]],
  );
  for (const { table, name } of rows) await client.query(`DROP TRIGGER ${name} ON ${table}`);
  return rows;
}
