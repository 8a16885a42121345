/**
 * `npm run test:simulation -- [schedules] [--from n] [--seed n]`: many schedules, or one with all that happened in it.
 * A whole run writes its figures to docs/simulation.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { simulate } from './simulate.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    most: { type: 'string', default: '10' },
  },
});

if (values.seed !== undefined) {
  const { history, violations } = await simulate(Number(values.seed), { keepsHistory: true });
  process.stdout.write(`${history.join('\n')}\n${violations.join('\n') || 'No violation'}\n`);
  process.exit(violations.length > 0 ? 1 : 0);
}

const WHOLE = 100_000;

const count = Number(positionals[0] ?? WHOLE);
const from = Number(values.from);
const total = { schedules: 0, parts: 0, sent: 0, unknown: 0, violated: 0 };
for (let seed = from; seed < from + count && total.violated < Number(values.most); seed++) {
  const { violations, parts, sent, unknown } = await simulate(seed);
  total.schedules += 1;
  total.parts += parts;
  total.sent += sent;
  total.unknown += unknown;
  if (violations.length > 0) {
    total.violated += 1;
    process.stdout.write(`Seed ${seed}:\n  ${violations.join('\n  ')}\n`);
  }
}
const { schedules, parts, sent, unknown, violated } = total;
const figures = `${schedules} schedules: ${parts} parts, ${sent} publishing requests, ${unknown} outcomes unknown, ${violated} schedules violated`;
process.stdout.write(`${figures}\n`);
if (schedules >= WHOLE) {
  await mkdir('docs', { recursive: true });
  await writeFile('docs/simulation.md', document(figures));
}
process.exit(violated > 0 ? 1 : 0);

function document(result: string): string {
  return `# Simulation of publishing

Run at ${new Date().toISOString()} with \`npm run test:simulation\`, from seed ${from}.

${result}.

A seed makes a schedule: one to three posts to one or two platforms each, two or three workers with wrong clocks, and up to
six pauses, kills and outages of the database, while the network delays, loses, repeats and corrupts messages.
The publishing core is the service's own; the store (with the isolation of Postgres), the network, the platforms and the
time are simulated. The platforms behave in each way that real ones do: lookup by key, by list or by container, refusing
repeats, or without any lookup. After ten minutes all faults end, and a day later every part is checked:

- it is live at most once, unless a user acknowledged an unknown outcome and retried it;
- it has ended as reported: published posts are live under the reported id, failed posts are not live;
- its outcome is unknown only where the platform has no lookup;
- no publishing request was sent outside a lease.

\`npm run test:simulation -- --seed <n>\` shows a schedule, event by event.
`;
}
