/** The table of a run. */
import { availableParallelism } from 'node:os';
import { clockTool } from './clock.js';
import type { Row, Scenario } from './scenario.js';

const HEADS = [
  'scenario',
  'posts',
  'lost',
  'twice',
  'sent twice',
  'unexplained',
  'outcome unknown',
  'works again after',
];

const unknownOf = ({ unknown }: Row): string => {
  const platforms = Object.entries(unknown).map(([platform, count]) => `${platform} ${count}`);
  return platforms.length === 0 ? '0' : platforms.sort().join(', ');
};

const cellsOf = (row: Row): string[] => [
  row.scenario,
  String(row.posts),
  String(row.lost),
  String(row.twice),
  String(row.sentTwice),
  String(row.unexplained),
  unknownOf(row),
  row.recoverySeconds === null ? '–' : `${row.recoverySeconds.toFixed(1)} s`,
];

export function table(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf);
  const widths = HEADS.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADS), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

/** docs/reliability.md */
export function document(rows: readonly Row[], scenarios: readonly Scenario[], at: Date): string {
  return `# Reliability under faults

Run at ${at.toISOString()} with \`npm run test:faults\`, on Node ${process.version} and ${availableParallelism()} cores; wrong clocks by ${clockTool}.

${table(rows)}

- **posts**: platform posts that the API accepted.
- **lost**: accepted, not live, and not failed with a reason.
- **twice**: live more than once on the platform.
- **sent twice**: a publishing request was repeated although the platform may have stored the one before, without a lookup right before it. Counted in the requests, because a platform that refuses duplicates hides a blind repeat.
- **unexplained**: posts that failed for a reason that the scenario does not cause, reported something untrue, or did not end; processes that crashed or did not stop.
- **outcome unknown**: posts that ended as OUTCOME_UNKNOWN, by platform: their owner is notified and decides.
- **works again after**: from the end of the fault until a new post was accepted and published.

## Real servers

Under the same promise, \`npm run test:servers\` ([how](testing.md#real-servers)) loses, cuts and delays every request of a
post, and every response, before two servers that the service reaches only over their protocols: a data server of the AT
Protocol (skyfeed) and snac (fediverse), which has no idempotency keys. After each there is exactly one copy.

## Scenarios

${scenarios.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n')}
`;
}
