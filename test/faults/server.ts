/** What scenarios run on: one Postgres, or a Citus coordinator with its worker nodes. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { CommitGate } from '../citus/commit-gate.js';
import type { Node } from '../citus/nodes.js';
import type { TestDatabase } from '../support/database.js';

export interface DatabaseServer {
  /** `DATABASE_BACKEND` of the service there. */
  backend: 'postgres' | 'citus';
  /** What it is, for who reads the page of a run. */
  about: string;
  /** Where the service reaches it now; one Postgres is at another port after each restart. */
  port(): number;
  /** One with every table, which outlives a crash. */
  createDatabase(): Promise<FaultDatabase>;
  /** Ends every process of the server at once, as a crash does, and starts it again after a while. Of Citus: the coordinator. */
  crash(downMs: number): Promise<void>;
  /** One statement as the owner of the server. */
  administer(statement: string): Promise<void>;
  /** The worker nodes of Citus, which have the tables of accounts; one Postgres has none. */
  nodes: readonly WorkerNode[];
  stop(): Promise<void>;
}

export interface FaultDatabase extends TestDatabase {
  /** The same as each shard sees it, where accounts are in several; `query` asks all of them. */
  shards?: readonly ShardDatabase[];
}

export interface ShardDatabase extends TestDatabase {
  /** The worker node that has it. */
  node: string;
}

export interface WorkerNode extends Pick<Node, 'pause' | 'resume'> {
  name: string;
  /** Kills every process of it (SIGKILL), and starts it again after a while. */
  crash(downMs: number): Promise<void>;
  /** Ends it in order, and starts it again. */
  restart(): Promise<void>;
  /** Takes it off the network, and puts it back: nothing that is sent to it arrives, and nobody is told. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Where commits of a database in two phases can be held. */
  openGate(db: TestDatabase): Promise<CommitGate>;
}

/** A statement that no answer comes to is repeated. */
const STATEMENT_MS = 20_000;

/** A connection for each statement: none is there to be lost. */
export async function queryOnce<Row>(
  url: string,
  statement: string,
  values: unknown[] = [],
  shard?: string,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    ...(shard !== undefined && { options: `-c search_path=${shard},public` }),
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
const IS_DOWN_WITHOUT_CODE = /terminated unexpectedly|Query read timeout|failure on connection/;

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
