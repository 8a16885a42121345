import { restCreate } from './create-requests.js';
import { committedTransactions, withSession } from './database.js';
import { growAccounts } from './grown-database.js';
import { load } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row } from './report.js';
import { headersInTurn, MEASURED_PLATFORMS, type Person } from './seed.js';
import type { Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';

export interface CostOptions {
  /** Of creating posts, and of listing them. */
  loadMs: number;
  /** That are published. */
  posts: number;
}

/** Over which the published posts are spread. */
const SPREAD_MS = 10_000;

/** Of the account whose posts are listed. */
const LISTED = 10_000;

/** Where the costs are measured. */
interface Installation {
  name: string;
  /** Of its processes. */
  env?: Record<string, string>;
  /** The address at which clients reach this API. */
  reach?: (apiUrl: string) => Promise<string>;
}

/** An installation whose costs are measured again and again. */
export interface MeasuredInstallation {
  /** Rows of what was created, of what was published, and of pages that were listed. */
  measure(): Promise<Row[]>;
  stop(): Promise<unknown>;
}

export async function startInstallation(
  surroundings: Surroundings,
  { loadMs, posts }: CostOptions,
  { name, env = {}, reach = async (url) => url }: Installation,
): Promise<MeasuredInstallation> {
  // Nothing else uses its server.
  const server = await surroundings.newServer();
  const { people, ...seeded } = await surroundings.seed(name, 201, { server });
  const [owner, ...authors] = people as [Person, ...Person[]];
  await withSession(seeded.databaseUrl, (db) => growAccounts(db, [{ userId: owner.userId, groups: LISTED }]));
  const posting = { ...seeded, people: authors };
  const service = await startPublishing(surroundings, posting, { apiEnv: env, workerEnv: env });
  const { address } = await surroundings.sandbox();
  const origin = await reach(service.api.address);
  const create = { ...restCreate(posting, [seeded.targets.fediverse]), origin };
  const list = {
    path: '/api/v1/list-posts?page=1&limit=20',
    headers: headersInTurn([owner]),
    good: `"totalItems":${LISTED},`,
    origin,
  };
  for (const shot of [create, list]) await load(shot, 8, 1_000);
  await measureRun(service, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
  const sample = async () => ({
    API: (await processUsage(service.api.pid))?.cpuSeconds ?? Number.NaN,
    worker: (await processUsage(service.pid))?.cpuSeconds ?? Number.NaN,
    Postgres: await treeCpuSeconds(server.pid),
    transactions: await committedTransactions(seeded.databaseUrl),
  });
  const during = async (row: string, work: () => Promise<number>) => {
    const before = await sample();
    const count = await work();
    const after = await sample();
    const perPost = (what: keyof typeof before) => (after[what] - before[what]) / count;
    return {
      name: row,
      figures: {
        'API CPU ms': perPost('API') * 1000,
        'worker CPU ms': perPost('worker') * 1000,
        'Postgres CPU ms': perPost('Postgres') * 1000,
        transactions: perPost('transactions'),
      },
    };
  };
  return {
    async measure() {
      const created = await during('created', async () => (await load(create, 8, loadMs)).requests);
      // They are created as they are published: that is taken off.
      const both = await during('created and published', async () => {
        await measureRun(service, address, name, MEASURED_PLATFORMS, evenly(posts, SPREAD_MS));
        return posts;
      });
      const published = Object.fromEntries(
        Object.entries(both.figures).map(([figure, value]) => [
          figure,
          value - created.figures[figure as keyof typeof created.figures],
        ]),
      );
      const listed = await during('a page of 20 listed', async () => (await load(list, 8, loadMs)).requests);
      return [created, { name: 'published', figures: published }, listed];
    },
    stop: service.stop,
  };
}

/** What a post and a page of posts cost: CPU of the API, of the worker and of Postgres, and transactions. */
export const cost = makeTopic<CostOptions>({
  about: 'CPU of API, worker and Postgres for a post that is created, one that is published, and a page that is listed',
  rounds: { full: 3 },
  sizes: { full: { loadMs: 10_000, posts: 2_000 }, quick: { loadMs: 500, posts: 40 } },
  async start(surroundings, options) {
    const { measure, stop } = await startInstallation(surroundings, options, { name: 'cost' });
    return {
      async round() {
        return [
          {
            title: 'A post for one target, and a page of posts',
            rows: await measure(),
            notes: [
              `${options.posts} posts published over ${SPREAD_MS / 1000} s, to ${MEASURED_PLATFORMS.length} platforms.`,
            ],
          },
        ];
      },
      stop,
    };
  },
});
