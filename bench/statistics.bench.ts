import pg from 'pg';
import { makeDataSource } from '../src/compose/data-source.js';
import { makeMeasureAccount } from '../src/domain/metrics/measure-account.use-case.js';
import { makeMeasureDue } from '../src/domain/metrics/measure-due.use-case.js';
import { makeAnnounceEvents } from '../src/domain/webhooks/announce-events.use-case.js';
import { newId } from '../src/foundation/database/id.js';
import { makeTransaction } from '../src/foundation/database/unit-of-work.js';
import { DAY_MS, HOUR_MS } from '../src/foundation/time/durations.js';
import type { ConfiguredMetrics } from '../src/platforms/platform-directory.js';
import { type MeasuredPost, POST_METRICS } from '../src/platforms/port/metrics.js';
import { platformRules } from '../src/platforms/rules-registry.js';
import { treeCpuSeconds } from './process-usage.js';
import type { Section } from './report.js';
import type { Seeded } from './seed.js';
import type { Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';

export interface StatisticsOptions {
  accounts: number;
  /** Of each account, in 30 days. */
  posts: number;
}

const MONTH_MS = 30 * DAY_MS;
const TURN_MS = 0.5 * HOUR_MS;
const PLATFORM = 'skyfeed';
const ROW = 'a post, 30 days';

/** A platform that answers immediately: what the platform takes is not measured. */
const METRICS: ConfiguredMetrics = {
  postMetrics: POST_METRICS,
  accountMetrics: ['followers'],
  scopes: [],
  postsAtOnce: 25,
  requestsPerCall: 1,
  appLimits: [],
  ofPosts: async (_, posts) => ({ kind: 'ok', value: posts.map(measured) }),
  ofAccount: async () => ({ kind: 'ok', value: { values: { followers: 1 }, own: { followersCount: 1 } } }),
};
const measured = ({ postedId }: { postedId: string }): MeasuredPost => ({
  ...{ postedId, kind: 'measured', own: { likeCount: 3, repostCount: 2, replyCount: 1, quoteCount: 0 } },
  values: Object.fromEntries(POST_METRICS.map((name, index) => [name, 100 * index])),
});

/** What it takes to read the numbers of posts for a month after their publication, in time that is simulated. */
export const statistics = makeTopic<StatisticsOptions>({
  about: 'requests, rows and CPU to read the numbers of a post for 30 days',
  // The reading is this version's.
  isComparable: false,
  sizes: { full: { accounts: 20, posts: 60 }, quick: { accounts: 10, posts: 6 } },
  aims: [{ name: 'posts a month of one worker', unit: '', of: [ROW, 'posts/month of a worker'], atLeast: 1_000_000 }],
  async start(surroundings, options) {
    return { round: () => measureStatistics(surroundings, options), stop: async () => undefined };
  },
});

async function measureStatistics(
  surroundings: Surroundings,
  { accounts, posts }: StatisticsOptions,
): Promise<Section[]> {
  const { pid } = await surroundings.server();
  const seeded = await surroundings.seed('statistics', accounts);
  const begin = new Date(Date.now() - 2 * MONTH_MS);
  await publish(seeded, posts, begin);
  const dataSource = await makeDataSource({ url: seeded.databaseUrl, poolSize: 8 }).initialize();
  let requests = 0;
  let now = begin;
  const needs = {
    db: dataSource.manager,
    transaction: makeTransaction(dataSource),
    clock: () => now,
    random: Math.random,
    announce: async () => undefined,
  };
  const account = { accountId: 'x', baseUrl: 'x', credentials: {} };
  const measureAccount = makeMeasureAccount({
    ...needs,
    findPlatform: () => ({ metrics: METRICS, rules: platformRules[PLATFORM], baseUrl: 'http://localhost' }),
    findMetricsAccount: async () => ({
      connectionId: '',
      call(ask) {
        requests += 1;
        return ask(METRICS, account);
      },
    }),
    // The accounts have no webhooks.
    announce: makeAnnounceEvents({ webhookQueue: { enqueue: async () => undefined, end: async () => undefined } }),
    report: ({ failure }) => surroundings.say(failure.message),
  });
  const report = (error: unknown) => surroundings.say(String(error));
  const measureDue = makeMeasureDue({ ...needs, platforms: [PLATFORM], measureAccount, report });
  const [cpu, database, wall] = [process.cpuUsage(), await treeCpuSeconds(pid), performance.now()];
  for (; now.getTime() < begin.getTime() + 2 * MONTH_MS + DAY_MS; now = new Date(now.getTime() + TURN_MS)) {
    await measureDue(new AbortController().signal);
  }
  const seconds = (performance.now() - wall) / 1000;
  const used = process.cpuUsage(cpu);
  const inDatabase = (await treeCpuSeconds(pid)) - database;
  const count = accounts * posts;
  const [rows] = await dataSource.query(
    `SELECT sum(jsonb_array_length(readings))::int AS readings,
            pg_total_relation_size('post_metrics') / 1000 AS kb, (SELECT count(*)::int FROM account_metrics) AS days
       FROM post_metrics`,
  );
  await dataSource.destroy();
  return [
    {
      title: `Numbers of ${count} posts of ${accounts} accounts, read for 30 days each`,
      rows: [
        {
          name: ROW,
          figures: {
            requests: requests / count,
            readings: rows.readings / count,
            kB: Number(rows.kb) / count,
            'rows of accounts': rows.days / count,
            'worker CPU ms': (used.user + used.system) / 1000 / count,
            'Postgres CPU ms': (inDatabase * 1000) / count,
            'posts/month of a worker': MONTH_MS / 1000 / (seconds / count),
          },
        },
      ],
      notes: ['Turns half an hour apart; 25 posts in a request at most; accounts are read daily, in two months.'],
    },
  ];
}

/** Posts of each account, spread over 30 days. */
async function publish({ databaseUrl, people, targets }: Seeded, posts: number, begin: Date): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const rows = people.flatMap(({ userId }) =>
    Array.from({ length: posts }, (_, index) => {
      const at = new Date(begin.getTime() + ((index + Math.random()) / posts) * MONTH_MS);
      return { id: newId(at), user: userId, at };
    }),
  );
  try {
    await db.query(
      `WITH r AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id text, "user" text, at timestamptz)), g AS (
         INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, published_at, created_at, updated_at)
         SELECT id, "user", 'Text', 'scheduled', 'processing', '{}', at, at, at FROM r)
       INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, posted_id, created_at, updated_at)
       SELECT id, id, "user", 0, $2, 'x', $3, 'processing', id, at, at FROM r`,
      [JSON.stringify(rows), PLATFORM, targets[PLATFORM]],
    );
    await db.query(`UPDATE platform_posts SET status = 'published'`);
    await db.query('VACUUM (ANALYZE)');
  } finally {
    await db.end();
  }
}
