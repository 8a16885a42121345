/**
 * What Citus makes of the service's statements on distributed tables. Each statement that a log has is planned there with the
 * values that it was sent with, and executed where its plan cannot be shown. The tables are empty, and have no foreign keys yet.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { ACCOUNT_TABLES } from '../../src/foundation/database/distribution/tables.js';

/** A statement with the values that it was sent with. */
export interface Sent {
  text: string;
  values: string[];
}

/** `routed`: one shard of one worker. `fans out`: several. `in steps`: by way of the coordinator. */
export type Plan = 'routed' | 'in steps' | 'fans out' | 'refused';

export interface Planned {
  text: string;
  plan: Plan;
  /** Why it was refused. */
  reason?: string;
}

/** The distributed tables that a statement names. */
export const tablesOf = (text: string): string[] =>
  ACCOUNT_TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(text));

export const writes = (text: string): boolean => /\b(INSERT INTO|(?<!FOR |KEY )UPDATE|DELETE FROM)\b/.test(text);

const SERVICE = 'social-publishing-service';
const MESSAGE = /^(?:execute [^:]+|statement): ([\s\S]+)$/;
const VALUE = /\$\d+ = ('(?:[^']|'')*'|NULL)/g;
const DATA = /^\s*(?:\/\*.*?\*\/\s*)?(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/**
 * Distinct statements on tables that would be distributed, in the order in which they were first sent. Those of the tests and
 * of pg-boss are on connections of other names.
 */
export async function sentStatements(log: string): Promise<Sent[]> {
  const found = new Map<string, Sent>();
  for await (const line of createInterface({ input: createReadStream(log) })) {
    if (!line.includes('"message":"execute') && !line.includes('"message":"statement')) continue;
    const { message, detail = '', application_name: program, dbname } = JSON.parse(line);
    const text = MESSAGE.exec(message)?.[1];
    if (
      !text ||
      program !== SERVICE ||
      !dbname.startsWith('test_') ||
      !DATA.test(text) ||
      tablesOf(text).length === 0 ||
      found.has(text)
    )
      continue;
    found.set(text, { text, values: [...detail.matchAll(VALUE)].map(([, value]) => value) });
  }
  return [...found.values()];
}

export async function survey(client: pg.Client, statements: readonly Sent[]): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const statement of statements) planned.push(await plan(client, statement));
  return planned;
}

async function plan(client: pg.Client, { text, values }: Sent): Promise<Planned> {
  const body = text.replace(/;\s*COMMIT\s*$/i, '');
  const sent = values.length > 0 ? `surveyed(${values.join(', ')})` : 'surveyed';
  try {
    const lines = await prepared(client, body, `EXPLAIN (COSTS OFF) EXECUTE ${sent}`);
    return { text, plan: readPlan(lines.map((row) => row['QUERY PLAN']).join('\n')) };
  } catch {
    // Of some that it executes in steps Citus cannot show the plan.
    return await execute(client, text, body, sent);
  }
}

async function execute(client: pg.Client, text: string, body: string, sent: string): Promise<Planned> {
  try {
    await prepared(client, body, `EXECUTE ${sent}`);
  } catch (error) {
    return { text, plan: 'refused', reason: (error as Error).message };
  }
  return { text, plan: 'in steps' };
}

async function prepared(client: pg.Client, body: string, statement: string): Promise<Record<string, string>[]> {
  await client.query('BEGIN');
  try {
    await client.query(`PREPARE surveyed AS ${body}`);
    return (await client.query(statement)).rows;
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
  }
}

function readPlan(lines: string): Plan {
  const tasks = [...lines.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  if (tasks.some((count) => count > 1)) return 'fans out';
  return /Distributed Subplan|method:/.test(lines) || tasks.length !== 1 ? 'in steps' : 'routed';
}
