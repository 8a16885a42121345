import { Pool } from 'undici';
import { DAY_MS } from '../src/foundation/time/durations.js';
import { withSession } from './database.js';
import {
  FORMER_PLATFORM,
  FREQUENT_PLATFORM,
  type growAccounts,
  type growPlanning,
  RARE_PLATFORM,
} from './grown-database.js';
import type { Row } from './report.js';
import { median } from './statistics.js';
import { isKnown } from './surroundings.js';
import { makeTopic } from './topic.js';
import { moduleOf } from './version.js';

export interface ListsOptions {
  /** Groups of the large account, and of the small one. */
  large: number;
  small: number;
  /** Posts in the queue of the large account, and files of its library; the small one has a hundredth. */
  queued: number;
  files: number;
  /** Of each kind, to each account, in a round. */
  requests: number;
}

interface Request {
  name: string;
  path: string;
  body?: string;
}

const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * DAY_MS).toISOString());

const list = (name: string, query: string): Request => ({ name, path: `/api/v1/list-posts?limit=20${query}` });

const graphql = (name: string, query: string): Request => ({
  name,
  path: '/graphql',
  body: JSON.stringify({ query }),
});

const REQUESTS: Request[] = [
  list('page 1', ''),
  list('page 25', '&page=25'),
  list('platform', `&platform=${FREQUENT_PLATFORM}`),
  list('platform, rare', `&platform=${RARE_PLATFORM}`),
  list('platform, former', `&platform=${FORMER_PLATFORM}`),
  list('dates', `&fromDate=${ago(90)}&toDate=${ago(30)}`),
  list('sortBy=scheduledTime', '&sortBy=scheduledTime'),
  list('sortBy=updatedAt', '&sortBy=updatedAt'),
  list('status', '&status=failed'),
  list('status and platform', `&status=published&platform=${FREQUENT_PLATFORM}`),
  graphql('GraphQL, page 1', '{ postGroups(first: 20) { edges { node { id content status posts { id status } } } } }'),
  graphql('totalCount', '{ postGroups(first: 1) { totalCount } }'),
  graphql('postGroupCounts', '{ postGroupCounts { status count } }'),
  graphql(
    'page of a queue',
    '{ postingSchedules(first: 1) { edges { node { queue(first: 20) { edges { node { id content scheduledTime } } } } } } }',
  ),
  graphql('page of the library', '{ mediaLibrary(first: 20) { edges { node { id name url thumbnailUrl } } } }'),
  graphql('usage', '{ usage { scheduledPosts { used } postsPerMonth { used } } }'),
];

const aim = (name: string, atMost: number) => ({
  name: `a million groups / ten thousand: ${name}`,
  unit: '',
  of: [name, 'ratio'] as const,
  atMost,
});

/** Requests for lists and counts of an account with a hundred times the groups of another one. */
export const lists = makeTopic<ListsOptions>({
  about: 'lists, counts and usage of an account with 1,000,000 groups beside one with 10,000',
  byDefault: true,
  rounds: { full: 5 },
  sizes: {
    full: { large: 1_000_000, small: 10_000, queued: 10_000, files: 100_000, requests: 9 },
    round: { large: 200_000, small: 2_000 },
    quick: { large: 2_000, small: 200, queued: 2_000, files: 2_000, requests: 2 },
  },
  aims: [
    aim('page 1', 1.5),
    ...['platform', 'platform, rare', 'platform, former', 'dates', 'sortBy=scheduledTime', 'status'].map((name) =>
      aim(name, 2),
    ),
    aim('totalCount', 1.5),
    aim('usage', 1.5),
    ...[
      ['page of a queue', '10,000 queued posts'],
      ['page of the library', '100,000 files'],
    ].map(([name = '', size]) => ({
      ...{ name: `${size} / a hundredth: ${name}`, unit: '', of: [name, 'ratio'] as const, atMost: 1.5 },
    })),
  ],
  async start(surroundings, { large, small, queued, files, requests }) {
    const seeded = await surroundings.seed('lists', 2);
    const [largest, smallest] = seeded.people;
    if (!largest || !smallest) throw new Error('There are two accounts');
    surroundings.say(`${large} and ${small} groups …`);
    // As a version has it: it knows its tables.
    const module = await moduleOf<{ growAccounts: typeof growAccounts; growPlanning?: typeof growPlanning }>(
      surroundings.version,
      'grown-database.js',
    );
    await withSession(seeded.databaseUrl, async (db) => {
      await module.growPlanning?.(db, { userId: largest.userId, queued, files });
      await module.growPlanning?.(db, { userId: smallest.userId, queued: queued / 100, files: files / 100 });
      await module.growAccounts(db, [
        { userId: largest.userId, groups: large },
        { userId: smallest.userId, groups: small },
      ]);
      await db.query('CHECKPOINT');
    });
    const api = await surroundings.service(seeded.databaseUrl, 'api', { GRAPHQL_POINTS_PER_MINUTE: '1000000000' });
    const pool = new Pool(api.address, { connections: 1 });
    const time = async (request: Request, apiKey: string) => {
      const began = performance.now();
      await send(pool, request, apiKey);
      return performance.now() - began;
    };
    // Code and caches warm.
    const known: Request[] = [];
    for (const request of REQUESTS) {
      const sendBoth = async () => {
        for (const { apiKey } of [largest, smallest]) await send(pool, request, apiKey);
      };
      if (await isKnown(surroundings, request.name, sendBoth)) known.push(request);
    }
    return {
      async round() {
        const rows: Row[] = [];
        for (const request of known) {
          const times: Record<'large' | 'small', number[]> = { large: [], small: [] };
          for (let n = 0; n < requests; n += 1) {
            times.large.push(await time(request, largest.apiKey));
            times.small.push(await time(request, smallest.apiKey));
          }
          const figures = { 'large, ms': median(times.large), 'small, ms': median(times.small) };
          rows.push({
            name: request.name,
            figures: { ...figures, ratio: figures['large, ms'] / figures['small, ms'] },
          });
        }
        const note = 'Medians, one request at a time, in turn.';
        return [{ title: `An account with ${large} groups beside one with ${small}`, rows, notes: [note] }];
      },
      async stop() {
        await pool.close();
        await api.stop();
      },
    };
  },
});

async function send(pool: Pool, { name, path, body }: Request, apiKey: string): Promise<void> {
  const answer = await pool.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 || text.includes('"errors":['))
    throw new Error(`${name}: ${answer.statusCode} ${text}`);
}
