/** The server that scenarios run on. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from '../support/database.js';

export interface DatabaseServer {
  /** Where it listens now; another port after each restart. */
  port(): number;
  /** One with every table, which outlives a crash. */
  createDatabase(): Promise<TestDatabase>;
  /** Ends every process of the server at once, as a crash does, and starts it again after a while. */
  crash(downMs: number): Promise<void>;
  /** One statement as the owner of the server. */
  administer(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** A statement that no response comes to is repeated. */
const STATEMENT_MS = 20_000;

/** A connection for each statement: none is there to be lost. */
export async function queryOnce<Row>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Row[];
  } finally {
    client.connection.stream.destroy();
  }
}

const IS_DOWN = /^(ECONN|57|08)/;
const IS_DOWN_WITHOUT_CODE = /terminated unexpectedly|Query read timeout/;

/** The suite keeps running while the server is down. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 40; ; left--) {
    try {
      return await ask();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if ((!IS_DOWN.test(code) && !IS_DOWN_WITHOUT_CODE.test(String(error))) || left === 0) throw error;
      await sleep(250);
    }
  }
}
