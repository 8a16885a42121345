import { restCreate } from './create-requests.js';
import { committedTransactions } from './database.js';
import { load } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { evenly, measureRun, startPublishing } from './publishing-contenders.js';
import { MEASURED_PLATFORMS } from './seed.js';
import { makeTopic } from './topic.js';

export interface CostOptions {
  /** Of creating posts. */
  createMs: number;
  /** That are published. */
  posts: number;
}

/** Over which the published posts are spread. */
const SPREAD_MS = 10_000;

/** What a post costs: CPU of the API, of the worker and of Postgres, and transactions. */
export const cost = makeTopic<CostOptions>({
  about: 'CPU of API, worker and Postgres for a post that is created, and for one that is published',
  rounds: { full: 3 },
  sizes: { full: { createMs: 10_000, posts: 2_000 }, quick: { createMs: 500, posts: 40 } },
  async start(surroundings, { createMs, posts }) {
    // Nothing else uses its server.
    const server = await surroundings.newServer();
    const seeded = await surroundings.seed('cost', 200, { server });
    const service = await startPublishing(surroundings, seeded);
    const { address } = await surroundings.sandbox();
    const create = { ...restCreate(seeded, [seeded.targets.fediverse]), origin: service.api.address };
    await load(create, 8, 1_000);
    await measureRun(service, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
    const sample = async () => ({
      API: (await processUsage(service.api.pid))?.cpuSeconds ?? Number.NaN,
      worker: (await processUsage(service.pid))?.cpuSeconds ?? Number.NaN,
      Postgres: await treeCpuSeconds(server.pid),
      transactions: await committedTransactions(seeded.databaseUrl),
    });
    const during = async (name: string, work: () => Promise<number>) => {
      const before = await sample();
      const count = await work();
      const after = await sample();
      const perPost = (what: keyof typeof before) => (after[what] - before[what]) / count;
      return {
        name,
        figures: {
          'API CPU ms': perPost('API') * 1000,
          'worker CPU ms': perPost('worker') * 1000,
          'Postgres CPU ms': perPost('Postgres') * 1000,
          transactions: perPost('transactions'),
        },
      };
    };
    return {
      async round() {
        const created = await during('created', async () => (await load(create, 8, createMs)).requests);
        // They are created as they are published: that is taken off.
        const both = await during('created and published', async () => {
          await measureRun(service, address, 'cost', MEASURED_PLATFORMS, evenly(posts, SPREAD_MS));
          return posts;
        });
        const published = Object.fromEntries(
          Object.entries(both.figures).map(([figure, value]) => [
            figure,
            value - created.figures[figure as keyof typeof created.figures],
          ]),
        );
        return [
          {
            title: 'A post for one target',
            rows: [created, { name: 'published', figures: published }],
            notes: [`${posts} posts published over ${SPREAD_MS / 1000} s, to ${MEASURED_PLATFORMS.length} platforms.`],
          },
        ];
      },
      stop: service.stop,
    };
  },
});
