import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeConnections } from '../../src/foundation/database/connections.js';
import { isTemporaryFailure } from '../../src/foundation/errors/temporary-failure.js';
import { count, until, untilEnded } from '../faults/counting.js';
import { secondsUntilItWorks, startLoad } from '../faults/load.js';
import { makeAuthor, type Post } from '../faults/posting.js';
import { supervise } from '../faults/process.js';
import { NOTHING, rowOf } from '../faults/scenario.js';
import { missed, subscribe } from '../faults/subscriber.js';
import { openWorld, type World } from '../faults/world.js';
import type { TestDatabase } from '../support/database.js';
import type { Host } from './hosts.js';
import { type Cluster, SUPERUSER } from './patroni.js';
import { startReader } from './reader.js';
import type { ClusterRow } from './table.js';

/** How the service reaches the cluster. */
export interface Way {
  name: string;
  /** Host and port of PgBouncer; null: the service names the hosts. */
  pooler: string | null;
}

interface Stage {
  cluster: Cluster;

  way: Way;
  /** For files. */
  folder: string;
  /** How often each fault happens. */
  rounds: number;
  say: (line: string) => void;
}

/** A fault of the primary's host; it ends with what is returned. */
const FAULTS: Record<string, (host: Host, cluster: Cluster) => Promise<() => Promise<void>>> = {
  'primary killed': async (host, cluster) => {
    await host.kill();
    return async () => cluster.start(host);
  },
  'primary cut off': async (host) => {
    await host.cut();
    return host.restore;
  },
};

/** Posts that are due all along a fault, one set every so often. */
const SETS = 12;
const EVERY_MS = 3_000;
/** So long the load goes on before each fault. */
const BEFORE_MS = 3_000;

/** Each fault under load, and at the end every process of the service replaced; a row for each. */
export async function failOver({ cluster, way, folder, rounds, say }: Stage): Promise<ClusterRow[]> {
  const db = await createDatabase(cluster);
  const { pathname } = new URL(db.url);
  const at = (places: string) => `postgres://${SUPERUSER.username}:${SUPERUSER.password}@${places}${pathname}`;
  const direct = at(cluster.places.join(','));
  const env = {
    DATABASE_URL: way.pooler === null ? direct : at(way.pooler),
    ...(way.pooler !== null && { DATABASE_DIRECT_URL: direct }),
    DATABASE_READ_URL: direct,
    // The servers that lists are read from.
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  };
  const world = await openWorld({ db, env });
  const subscribed = {
    ...env,
    DATA_DIR: path.join(folder, 'second-api'),
    SUBSCRIPTIONS_PER_ACCOUNT: '1000',
    SUBSCRIPTIONS_PER_SOCKET: '1000',
  };
  const rows: ClusterRow[] = [];
  try {
    for (const name of ['worker 1', 'worker 2', 'worker 3']) await world.startWorker(name);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [fault, begin] of Object.entries(FAULTS)) {
        const what = `${way.name}: ${fault}${rounds > 1 ? `, ${round}` : ''}`;
        rows.push(await underLoad(world, subscribed, what, say, () => failAndRecover(cluster, world, begin, say)));
      }
    }
    const replaced = `${way.name}: every process replaced`;
    rows.push(await underLoad(world, subscribed, replaced, say, () => replaceAll(world)));
  } finally {
    await world.close();
    const most = [...world.logged].sort(([, a], [, b]) => b - a).slice(0, 8);
    for (const [line, times] of most) say(`logged ${times} times: ${line}`);
  }
  const { problems } = world;
  return problems.length > 0
    ? [...rows, { ...rowOf(`${way.name}: processes`, NOTHING, { problems }), lists: null }]
    : rows;
}

interface Done {
  /** Created beside the load. */
  posts: Post[];
  recoverySeconds: number | null;
  /** With which posts may fail meanwhile. */
  codes?: readonly string[];
}

/** Fails the primary; seconds from the promotion of another one until a new post was published. */
async function failAndRecover(
  cluster: Cluster,
  world: World,
  begin: (host: Host, cluster: Cluster) => Promise<() => Promise<void>>,
  say: Stage['say'],
): Promise<Done> {
  const old = await cluster.primary();
  if (!old) throw new Error('There is no primary');
  const end = await begin(old, cluster);
  say(`  another primary after ${((await cluster.promoted(old)) / 1000).toFixed(1)} s`);
  const posts: Post[] = [];
  const recoverySeconds = await secondsUntilItWorks(world, posts);
  await end();
  await cluster.healthy();
  return { posts, recoverySeconds };
}

/** A new API and new workers, one after the other, while the old ones end. */
async function replaceAll(world: World): Promise<Done> {
  const [api, ...workers] = [...world.members];
  for (const [index, worker] of workers.entries()) {
    await world.startWorker(`new worker ${index + 1}`);
    await world.end(worker, 'stop');
  }
  if (api) await world.end(api, 'stop');
  await world.startApi();
  const posts: Post[] = [];
  // pinboard and photogram fetch images from the one API while that is replaced, and refuse what they do not get.
  const codes = ['INVALID_CONTENT', 'PLATFORM_SERVER_ERROR'];
  return { posts, recoverySeconds: await secondsUntilItWorks(world, posts), codes };
}

/**
 * Runs a fault while clients create posts through two APIs and list what they have posted, others are due all along, and a
 * subscriber follows these at the second; then counts.
 */
async function underLoad(
  world: World,
  env: Record<string, string>,
  what: string,
  say: Stage['say'],
  act: () => Promise<Done>,
): Promise<ClusterRow> {
  say(`${what} …`);
  const second = await supervise({ db: world.db, roles: 'api', env: { ...env, PUBLIC_URL: world.apiUrl } });
  const author = await makeAuthor(world);
  const viaSecond = { ...world, apiUrl: second.service().url };
  const subscriber = subscribe(viaSecond, author.account);
  const posts: Post[] = [];
  const first = Date.now() + BEFORE_MS + SETS * 500;
  for (let set = 0; set < SETS; set += 1) {
    const made = await author.post('simple', new Date(first + set * EVERY_MS), [
      'fediverse',
      'skyfeed',
      'microblog',
      'socialpage',
    ]);
    posts.push(...made);
    for (const groupId of new Set(made.map((post) => post.groupId))) subscriber.follow(groupId);
  }
  const services = () => world.members.map(({ process }) => process.service());
  const reader = await startReader([
    { name: 'the first API', world, service: () => services().find(({ url }) => url === world.apiUrl) },
    { name: 'the second API', world: viaSecond, service: () => second.service() },
  ]);
  const loads = await Promise.all([world, viaSecond].map((api) => startLoad(api, { everyMs: 1_000, most: 1_000 })));
  await sleep(BEFORE_MS);
  const { posts: further, recoverySeconds, codes = [] } = await act();
  await Promise.all([...loads, reader].map((load) => load.stop()));
  posts.push(...reader.posts, ...loads.flatMap((load) => load.posts), ...further);
  await untilEnded(world, posts, 90_000);
  await until(async () => (await missed(world, [subscriber])).length === 0, 20_000, 500);
  const problems = [...reader.problems, ...(await missed(world, [subscriber]))];
  subscriber.close();
  if ((await second.stop()) === null) problems.push('the second API did not end after SIGTERM');
  for (const ending of second.ends) problems.push(`the second API ended by itself with ${ending}`);
  const row = {
    ...rowOf(what, await count(world, posts, { codes }), { recoverySeconds, problems }),
    lists: reader.lists,
  };
  for (const problem of row.problems) say(`  ${problem}`);
  say(`  ${row.posts} accepted, ${loads.map(({ refused }) => refused).join(' and ')} refused`);
  return row;
}

const PATIENCE_MS = 90_000;

/** An empty database of the cluster; statements wait until there is a primary. */
async function createDatabase(cluster: Cluster): Promise<TestDatabase> {
  const name = `cluster_${randomBytes(4).toString('hex')}`;
  const at = (database: string, places = cluster.places.join(',')) =>
    `postgres://${SUPERUSER.username}:${SUPERUSER.password}@${places}/${database}`;
  const queryAt = async (database: string, text: string, values: unknown[] = []) => {
    const { options } = makeConnections(at(database));
    for (const end = performance.now() + PATIENCE_MS; ; await sleep(250)) {
      const client = new options.Client(options);
      try {
        await client.connect();
        return (await client.query(text, values)).rows;
      } catch (error) {
        if (!isTemporaryFailure(error) || performance.now() > end) throw error;
      } finally {
        client.end().catch(() => undefined);
      }
    }
  };
  await queryAt('postgres', `CREATE DATABASE ${name}`);
  return {
    // Processes are given the addresses of all hosts in their environment.
    url: at(name, cluster.places[0]),
    query: (text, values) => queryAt(name, text, values) as Promise<never[]>,
    async drop() {
      await queryAt('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
