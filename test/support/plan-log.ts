import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TestDatabase } from './database.js';

/** A node of a plan, with what it did when it was executed. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  /** Rows that it returned, the mean of its executions. */
  'Actual Rows': number;
  /** Executions; 0 for a part that was not needed. */
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement that was executed. */
export interface Executed {
  text: string;
  plan: PlanNode;
}

export interface PlanLog {
  /** The database, by way of the log. */
  url: string;
  /** What was executed since the last call, in order, with the statements of triggers and functions before their own. */
  take(): Executed[];
  close(): void;
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  'auto_explain.log_format': 'json',
  // Sent to the client, where it needs no access to the files of the server.
  'auto_explain.log_level': 'notice',
};

/**
 * Makes Postgres report how it executes each statement of new sessions, and starts a proxy between programs and the
 * database that reads the reports. They contain the plans that were used, also those of prepared statements.
 */
export async function startPlanLog(db: TestDatabase): Promise<PlanLog> {
  const target = new URL(db.url);
  for (const [name, value] of Object.entries(SETTINGS)) {
    await db.query(`ALTER DATABASE ${target.pathname.slice(1)} SET ${name} = '${value}'`);
  }
  const executed: Executed[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    far.on(
      'data',
      makeReader((notice) => executed.push(...planIn(notice))),
    );
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(db.url);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, take: () => executed.splice(0), close: () => server.close() };
}

/** Reads what the server sends, protocol version 3: type, length and payload of each message; reports notices. */
function makeReader(report: (notice: string) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    let at = 0;
    while (waiting.length >= at + 5) {
      const end = at + 1 + waiting.readUInt32BE(at + 1);
      if (waiting.length < end) break;
      if (waiting[at] === 'N'.charCodeAt(0)) report(waiting.toString('utf8', at + 5, end));
      at = end;
    }
    waiting = waiting.subarray(at);
  };
}

/** The field M of a notice is its text: how long the statement took, and its plan. */
function planIn(notice: string): Executed[] {
  const text = notice.split('\0').find((field) => /^Mduration: .* plan:/.test(field));
  if (!text) return [];
  const { 'Query Text': statement, Plan: plan } = JSON.parse(text.slice(text.indexOf('{')));
  return [{ text: statement, plan }];
}
