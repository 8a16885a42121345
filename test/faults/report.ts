/** The table of a run. */
import { availableParallelism } from 'node:os';
import { clockTool } from './clock.js';
import type { Row, Scenario } from './scenario.js';

/** A column of the table: its head, and the cell of a row. */
export type Column<Of extends Row> = readonly [head: string, cell: (row: Of) => string];

export const COLUMNS: readonly Column<Row>[] = [
  ['scenario', ({ scenario }) => scenario],
  ['posts', ({ posts }) => String(posts)],
  ['lost', ({ lost }) => String(lost)],
  ['twice', ({ twice }) => String(twice)],
  ['claimed', ({ claimed }) => String(claimed)],
  ['sent blindly', ({ sentBlindly }) => String(sentBlindly)],
  ['unexplained', ({ unexplained }) => String(unexplained)],
  ['outcome unknown', unknownOf],
  ['late', ({ late, latestSeconds }) => (late === 0 ? '0' : `${late}, up to ${latestSeconds.toFixed(0)} s`)],
  ['works again after', ({ recoverySeconds: seconds }) => (seconds === null ? '–' : `${seconds.toFixed(1)} s`)],
];

function unknownOf({ unknown }: Row): string {
  const platforms = Object.entries(unknown).map(([platform, count]) => `${platform} ${count}`);
  return platforms.length === 0 ? '0' : platforms.sort().join(', ');
}

export function table<Of extends Row>(rows: readonly Of[], columns: readonly Column<Of>[] = COLUMNS): string {
  const heads = columns.map(([head]) => head);
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

/** The page of a run. */
export const document = (rows: readonly Row[], scenarios: readonly Scenario[], at: Date): string =>
  `# Reliability under faults

Run at ${at.toISOString()} with \`npm run test:faults\`, on Node ${process.version}, one Postgres, and ${availableParallelism()} cores;
wrong clocks by ${clockTool}.

${table(rows)}

- **posts**: platform posts that the API accepted, each part of a thread counted, and those whose client got no response. Two after each other share their accounts and their text, also when two users create them.
- **lost**: accepted, not live, and not failed with a reason.
- **twice**: live more than once on the platform.
- **claimed**: reported as published with the id of another post.
- **sent blindly**: a publishing request was repeated although the platform may have stored the one before, without a lookup right before it. Counted in the requests, because a platform that refuses duplicates hides a blind repeat.
- **unexplained**: posts that failed for a reason that the scenario does not cause, reported something untrue, or did not end; processes that crashed or did not stop.
- **outcome unknown**: posts that ended as OUTCOME_UNKNOWN, by platform: their owner is notified and decides. The platform has no lookup, or lists two posts that are alike. Where a scenario loses no response, the platform took longer for one than a worker waits.
- **late**: posts that were first sent to their platform more than two seconds after they were due, and how late the last one was.
- **works again after**: from the end of the fault until a new post was accepted and published.

## Real servers

Under the same promise, \`npm run test:servers\` ([how](testing.md#real-servers)) loses, cuts and delays every request of a
post, and every response, before two servers that the service reaches only over their protocols: a data server of the AT
Protocol (skyfeed) and snac (fediverse), which has no idempotency keys. After each there is exactly one copy.

## Scenarios

${scenarios.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n')}
`;
