import { setTimeout as pause } from 'node:timers/promises';
import { restCreate } from './create-requests.js';
import { committedTransactions, withSession } from './database.js';
import { load } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row } from './report.js';
import { MEASURED_PLATFORMS } from './seed.js';
import { makeTopic } from './topic.js';

export interface IdleOptions {
  /** Of creating posts, before. */
  loadMs: number;
  /** That are published, before. */
  posts: number;
  restMs: number;
  forMs: number;
}

/** What an API and a worker use that have nothing to do, once they have worked: CPU, memory, and the database's CPU. */
export const idle = makeTopic<IdleOptions>({
  about: 'CPU and memory of an API and a worker that have nothing to do, and CPU of their Postgres',
  byDefault: true,
  rounds: { full: 3 },
  sizes: {
    full: { loadMs: 5_000, posts: 500, restMs: 100_000, forMs: 20_000 },
    quick: { loadMs: 200, posts: 20, restMs: 200, forMs: 2_000 },
  },
  aims: [
    { name: 'idle: Postgres', unit: 'ms/s', of: ['Postgres', 'CPU ms/s'], atMost: 2 },
    { name: 'idle: memory of the API', unit: 'MiB', of: ['API', 'RSS MiB'], atMost: 130 },
    { name: 'idle: memory of the worker', unit: 'MiB', of: ['worker', 'RSS MiB'], atMost: 150 },
  ],
  async start(surroundings, { loadMs, posts, restMs, forMs }) {
    // Nothing else uses its server.
    const server = await surroundings.newServer();
    const seeded = await surroundings.seed('idle', 40, { server });
    const service = await startPublishing(surroundings, seeded);
    const { address } = await surroundings.sandbox();
    await load({ ...restCreate(seeded), origin: service.api.address }, 8, loadMs);
    await measureRun(service, address, 'before it is idle', MEASURED_PLATFORMS, evenly(posts, 0));
    const processes = { API: service.api.pid, worker: service.pid };
    const sample = async () => ({
      API: await processUsage(processes.API),
      worker: await processUsage(processes.worker),
      postgres: await treeCpuSeconds(server.pid),
      transactions: await committedTransactions(seeded.databaseUrl),
    });
    const atFirst = await sample();
    // What the load has left would be vacuumed during the measurement, a quarter of a second of CPU time.
    await withSession(seeded.databaseUrl, (db) => db.query('VACUUM (ANALYZE)'));
    await pause(restMs);
    return {
      async round() {
        const before = await sample();
        await pause(forMs);
        const after = await sample();
        const perSecond = (to = Number.NaN, from = Number.NaN) => (to - from) / (forMs / 1000);
        const rows: Row[] = (['API', 'worker'] as const).map((name) => ({
          name,
          figures: {
            'CPU ms/s': perSecond(after[name]?.cpuSeconds, before[name]?.cpuSeconds) * 1000,
            'RSS MiB': after[name]?.rssMiB ?? Number.NaN,
            'RSS MiB after the load': atFirst[name]?.rssMiB ?? Number.NaN,
          },
        }));
        rows.push({
          name: 'Postgres',
          figures: {
            'CPU ms/s': perSecond(after.postgres, before.postgres) * 1000,
            'transactions/s': perSecond(after.transactions, before.transactions),
          },
        });
        return [{ title: `Idle for ${forMs / 1000} s, after some load`, rows, notes: [] }];
      },
      stop: service.stop,
    };
  },
});
