import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Child } from './child.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';

export interface IdleProcess {
  name: string;
  child: Child;
  /** Nothing else may be connected to it. */
  databaseUrl: string;
}

/** What processes use that have nothing to do: CPU, memory, and transactions on their databases. */
export async function measureIdle(processes: IdleProcess[], forMs: number): Promise<Section> {
  const seconds = forMs / 1000;
  const sample = () =>
    Promise.all(
      processes.map(async ({ child, databaseUrl }) => ({
        usage: await processUsage(child.pid),
        transactions: await transactions(databaseUrl),
      })),
    );
  const before = await sample();
  await pause(forMs);
  const after = await sample();
  const rows: Row[] = processes.map(({ name }, i) => {
    const [was, is] = [before[i], after[i]];
    const cpu = was?.usage && is?.usage && is.usage.cpuSeconds - was.usage.cpuSeconds;
    return {
      name,
      figures: {
        [`CPU s in ${seconds} s`]: cpu ?? 'no /proc',
        'RSS MiB': is?.usage?.rssMiB ?? 'no /proc',
        'transactions/s': ((is?.transactions ?? 0) - (was?.transactions ?? 0)) / seconds,
      },
    };
  });
  return { title: 'Idle, after the load', rows, notes: [] };
}

/** Committed transactions of a database so far; queried from another one, so that the query does not count. */
async function transactions(databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT xact_commit FROM pg_stat_database WHERE datname = $1', [database]);
    return Number(rows[0].xact_commit);
  } finally {
    await client.end();
  }
}
