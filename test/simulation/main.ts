/**
 * `npm run test:simulation -- [schedules] [--from n] [--workers n] [--real] [--seed n]`: many schedules, or one with all that
 * happened in it; with `--real` on platforms of the service itself. A whole run writes its figures to docs/simulation.md; so
 * does one that is interrupted after as many.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { GRAPH_KINDS } from './graph.js';
import { type Options, type Outcome, simulate } from './simulate.js';

/** Seeds that a thread takes: every `step`th from `from` on, before `to`. */
interface Share {
  from: number;
  to: number;
  step: number;
  /** On the service's own adapters. */
  isReal: boolean;
}

type Figures = Omit<Outcome, 'history'>;

const WHOLE = 100_000;

if (isMainThread) await main();
else await runShare(workerData as Share);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      real: { type: 'boolean', default: false },
      from: { type: 'string', default: '1' },
      /** Threads. */
      workers: { type: 'string', default: '1' },
      /** Ends after so many violated schedules. */
      most: { type: 'string', default: '10' },
    },
  });
  const { real: isReal } = values;
  if (values.seed !== undefined) return showSeed(Number(values.seed), isReal);
  const from = Number(values.from);
  const count = Number(positionals[0] ?? WHOLE);
  const total = { schedules: 0, parts: 0, sent: 0, unknown: 0, violated: 0 };
  const add = ({ seed, violations, parts, sent, unknown }: Figures): boolean => {
    total.schedules += 1;
    total.parts += parts;
    total.sent += sent;
    total.unknown += unknown;
    if (violations.length > 0) {
      total.violated += 1;
      process.stdout.write(`Seed ${seed}:\n  ${violations.join('\n  ')}\n`);
    }
    return total.violated < Number(values.most);
  };
  await runAll({ from, to: from + count, isReal }, Number(values.workers), add);
  const { schedules, parts, sent, unknown, violated } = total;
  const figures = `${schedules} schedules: ${parts} parts, ${sent} publishing requests, ${unknown} outcomes unknown, ${violated} schedules violated`;
  process.stdout.write(`${figures}\n`);
  if (schedules >= WHOLE && !isReal) {
    await mkdir('docs', { recursive: true });
    await writeFile('docs/simulation.md', document(figures, from));
  }
  process.exit(violated > 0 ? 1 : 0);
}

function kindsOf(isReal: boolean): Pick<Options, 'kinds'> {
  return isReal ? { kinds: GRAPH_KINDS } : {};
}

async function showSeed(seed: number, isReal: boolean): Promise<void> {
  const { history, violations } = await simulate(seed, { keepsHistory: true, ...kindsOf(isReal) });
  process.stdout.write(`${history.join('\n')}\n${violations.join('\n') || 'No violation'}\n`);
  process.exit(violations.length > 0 ? 1 : 0);
}

/** Runs all seeds in threads, until `add` returns false. */
async function runAll(
  { from, to, isReal }: Omit<Share, 'step'>,
  threads: number,
  add: (figures: Figures) => boolean,
): Promise<void> {
  const shares = Array.from(
    { length: threads },
    (_, index): Share => ({ from: from + index, to, isReal, step: threads }),
  );
  const workers = shares.map((share) => new Worker(new URL(import.meta.url), { workerData: share }));
  const end = () => {
    for (const worker of workers) void worker.terminate();
  };
  process.once('SIGINT', end);
  await Promise.all(
    workers.map(
      (worker) =>
        new Promise<void>((resolve, reject) => {
          worker.on('message', (figures: Figures) => {
            if (!add(figures)) end();
          });
          worker.on('error', reject);
          worker.on('exit', () => resolve());
        }),
    ),
  );
}

async function runShare({ from, to, step, isReal }: Share): Promise<void> {
  for (let seed = from; seed < to; seed += step) {
    const { history: _, ...figures } = await simulate(seed, kindsOf(isReal));
    parentPort?.postMessage(figures);
  }
}

function document(result: string, from: number): string {
  return `# Simulation of publishing

Run at ${new Date().toISOString()} with \`npm run test:simulation\`, from seed ${from}.

${result}.

A seed makes a schedule. One to four posts go to one or two platforms each. In half of the schedules they share accounts,
mostly with one text, also from two users who have connected the same account. Two or three workers with wrong clocks
publish them.

| What happens | How |
|---|---|
| processes | pauses, kills, the database away or slow, its clock stepped by up to a minute (forward by a minute only when no worker starts within a minute of it), publishing paused |
| network | requests and responses lost, late, repeated by retries, replaced by pages of proxies; rate limits; a platform that stores up to 28.5 s after the request began, or up to 25 s when its connection broke after 0.1 s |
| platforms | lookup by key, by a paged list that lags by up to 15 s, or by container; refusing repeats; no lookup; accounts with up to 60 posts made elsewhere; clocks a minute off |
| owners | at any moment, and at the one at which a post is due: edit, move, unschedule, duplicate, delete, unpublish, retry (acknowledging unknown outcomes), disconnect, connect; access that expires, is rotated, or is revoked |
| posts | one text, with up to two files, or a thread of up to twenty parts |

The publishing core is the service's own, and so are the changes that owners make; the store (with the isolation of
Postgres), the network, the platforms and the time are simulated. After ten minutes all faults end, and a day later every
part is checked:

- it is live at most once, unless a user acknowledged an unknown outcome and retried it; texts without files that are equal,
  at one account and in reply to the same post, are counted together, because nobody can tell their copies apart;
- a published part is live under an id that no other part has, with the text, files and predecessor that the service shows;
- a failed part is not live, unless its outcome is reported as unknown;
- its outcome is unknown only where the platform has no lookup, could not be asked, or lists another part that is alike;
- no publishing request was sent outside a lease or before its time, and no account's limit was exceeded;
- each change of a part was reported once and in order, by webhooks and by live events;
- in the eighth of the schedules without any fault, every part begins within a second of its time.

\`npm run test:simulation -- --seed <n>\` shows a schedule, event by event. With \`--real\`, the accounts are of socialpage and
threadtalk, and their own adapters publish.
`;
}
