/** The page of a run. */
import { COLUMNS, type Column, table as tableOf } from '../faults/report.js';
import type { Row } from '../faults/scenario.js';
import { STANDBY_LAG_MS } from './patroni.js';
import type { Lists } from './reader.js';

export interface ClusterRow extends Row {
  /** Null: none were read. */
  lists: Lists | null;
}

const listColumn = (head: string, key: keyof Lists): Column<ClusterRow> => [
  head,
  ({ lists }) => (lists ? String(lists[key]) : '–'),
];

const LISTS = [
  listColumn('read from replicas', 'fromReplicas'),
  listColumn('from the primary', 'fromPrimary'),
  listColumn('lists compared', 'compared'),
  listColumn('stale', 'stale'),
];

export const table = (rows: readonly ClusterRow[]): string => tableOf(rows, [...COLUMNS, ...LISTS]);

/** docs/failover.md */
export const document = (rows: readonly ClusterRow[], at: Date): string => `# Failover of the database

Run at ${at.toISOString()} with \`npm run test:cluster\`, on Node ${process.version}: Postgres 15 on three hosts (network
namespaces) under Patroni and etcd, with synchronous replication; two APIs, both of which create posts and of which one is
subscribed to, and three workers, which reach it over several hosts in \`DATABASE_URL\`, or over PgBouncer in transaction
mode and HAProxy with \`DATABASE_DIRECT_URL\` ([how](scaling.md)). \`DATABASE_READ_URL\` names all three hosts, and a standby
repeats what is committed ${STANDBY_LAG_MS} ms later (\`recovery_min_apply_delay\`).

${table(rows)}

The columns are those of [Reliability under faults](reliability.md), and four of
[lists](scaling.md#reads-on-replicas). **works again after** counts from the promotion. Every
subscriber received each event of each group once, in its order; no process was restarted by hand.

- **read from replicas**, **from the primary**: statements of lists that each has answered to the two APIs, as their metrics
  have it; on the primary also those of what a mutation returns. An API read from a replica again before a row ended.
- **lists compared**: two accounts post every few seconds, one over each API, and list over both, right away and again until the
  next post. Each answer is compared with what was accepted, and what the primary had as published, before the question.
- **stale**: answers that lacked some of it.
`;
