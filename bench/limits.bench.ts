import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Child, startChild, startService } from './child.js';
import { startProbe } from './probe.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import type { Seeded } from './seed.js';
import { max, percentile } from './statistics.js';
import { startSubscribers } from './subscribers.js';
import { type Caller, worstRequests } from './worst-requests.js';

export interface LimitsOptions {
  /** How long each kind of request is sent, and then all of them together. */
  forMs: number;
  /** Requests of one kind that are under way at the same time. */
  callers: number;
}

/** A request that is not answered by then is given up, so that the bench ends. */
const PATIENCE_MS = 10_000;

/** Peaks are looked for this often. */
const SAMPLE_MS = 50;

/** What the worst requests of one account do to the service: memory, and how late a health probe is answered meanwhile. */
export async function measureLimits(
  { databaseUrl, people }: Seeded,
  targets: string[],
  dataDir: string,
  { forMs, callers }: LimitsOptions,
  say: (line: string) => void,
): Promise<Section> {
  const env = { DATA_DIR: dataDir };
  const api = await startService(databaseUrl, 'api', env);
  const worker = await startService(databaseUrl, 'worker', env);
  const idle = await startChild({
    script: new URL('./idle-server.js', import.meta.url),
    ready: /^Listening on (\S+)$/,
  });
  const probe = startProbe([`${api.address}/health/live`, idle.address]);
  const pool = new Pool(api.address, { connections: 100, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  const caller: Caller = { pool, apiKey: people[0]?.apiKey ?? '', targets, groupIds: [] };
  const kinds = Object.entries(worstRequests);
  const rows: Row[] = [];

  const measure = async (name: string, load: (until: number, seen: Record<string, number>) => Promise<unknown>) => {
    say(`limits: ${name} …`);
    const seen: Record<string, number> = {};
    await probe.take();
    const peaks = watchMemory([api, worker]);
    await load(performance.now() + forMs, seen);
    const [apiMiB = 0, workerMiB = 0] = await peaks();
    const [health = [], floor = []] = await probe.take();
    rows.push({
      name,
      figures: {
        'health p99 ms': percentile(health, 0.99),
        'health max ms': max(health),
        'idle server max ms': max(floor),
        'API peak MiB': apiMiB,
        'worker peak MiB': workerMiB,
        answers: Object.entries(seen)
          .map(([label, count]) => `${count} × ${label}`)
          .join(', '),
      },
    });
  };

  await measure('nothing', () => pause(forMs));
  for (const [name, send] of kinds) {
    await measure(name, (until, seen) => repeat(callers, until, seen, (number) => send(caller, number)));
  }
  const subscribers = startSubscribers(api.address, caller.apiKey, 20, 20);
  await measure('400 subscriptions, drafts and posts', async (until, seen) => {
    const sends = [worstRequests['drafts of 100 targets, GraphQL'], worstRequests['posts at once, threads']];
    await repeat(callers, until, seen, (number) => sends[number % 2]?.(caller, number) ?? Promise.resolve(''));
    Object.assign(seen, subscribers.seen);
  });
  await measure('all at the same time', (until, seen) =>
    Promise.all(kinds.map(([, send]) => repeat(callers / 4, until, seen, (number) => send(caller, number)))),
  );
  await measure('nothing, after that', () => pause(forMs));

  await subscribers.stop();
  await probe.stop();
  await pool.destroy();
  await Promise.all([api, worker, idle].map((child) => child.stop()));
  return {
    title: 'The worst requests that one account may send',
    rows,
    notes: [`${callers} requests at a time, ${forMs / 1000} s of each kind, then ${callers / 4} of each together.`],
  };
}

/** Keeps requests under way until a time; what came of each is counted. */
async function repeat(
  callers: number,
  until: number,
  seen: Record<string, number>,
  send: (number: number) => Promise<string>,
): Promise<void> {
  let number = 0;
  const caller = async () => {
    while (performance.now() < until) {
      const label = await send(number++).catch((error) => `failed: ${error.code ?? error.message}`);
      seen[label] = (seen[label] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Begins to look at the memory of processes; the returned function ends that and tells the peaks, in MiB. */
function watchMemory(children: readonly Child[]): () => Promise<number[]> {
  const peaks = children.map(() => 0);
  const look = () =>
    Promise.all(
      children.map(async ({ pid }, index) => {
        const usage = await processUsage(pid).catch(() => undefined);
        peaks[index] = Math.max(peaks[index] ?? 0, usage?.rssMiB ?? 0);
      }),
    );
  const timer = setInterval(look, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await look();
    return peaks;
  };
}
