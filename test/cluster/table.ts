/** The page of a run. */

import { table } from '../faults/report.js';
import type { Row } from '../faults/scenario.js';

export { table };

/** docs/failover.md */
export const document = (rows: readonly Row[], at: Date): string => `# Failover of the database

Run at ${at.toISOString()} with \`npm run test:cluster\`, on Node ${process.version}: Postgres 15 on three hosts (network
namespaces) under Patroni and etcd, with synchronous replication; two APIs, both of which create posts and of which one is
subscribed to, and three workers, which reach it over several hosts in \`DATABASE_URL\`, or over PgBouncer in transaction
mode and HAProxy with \`DATABASE_DIRECT_URL\` ([how](scaling.md)).

${table(rows)}

The columns are those of [Reliability under faults](reliability.md). **works again after** counts from the promotion. Every
subscriber received each event of each group once, in its order; no process was restarted by hand.
`;
