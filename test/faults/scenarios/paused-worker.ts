import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { type Kind, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, type Stage, sized } from '../scenario.js';
import { slowness } from '../slowness.js';
import type { Member, World } from '../world.js';

/** The point at which the worker is paused. */
type Window =
  /** The attempt is stored, and no request was sent for it. */
  | 'attempt'
  /** All is prepared and noted, and the request that publishes is next. */
  | 'ready'
  /** The platform has responded to the preparation, and the worker has not read the response. */
  | 'prepared'
  /** As `attempt`, but only the connection to the database is paused. */
  | 'commit';

/** Posts whose workers get there while the first waits are paused with it. */
const GATHER_MS = 5_000;
/** The worker is paused at the latest this long after the posts were due, on a machine that is not slow. */
const AT_LAST_MS = 12_000;
/** So long all posts take to be created there. */
const FIRST_DUE_MS = 6_000;

/** As long as a worker that resumes could have something to send. */
const SETTLE_MS = 4_000;

/** Pauses a worker in a window, lets another one take over, and wakes it when that is done. */
async function round(world: World, stage: Stage, window: Window, kind: Kind, sets: number): Promise<Post[]> {
  const author = await makeAuthor(world);
  // Delayed answers keep a session each.
  const paused = await world.startWorker(`the worker paused at "${window}"`, { env: { DATABASE_POOL_SIZE: '60' } });
  const factor = slowness();
  const dueAt = new Date(Date.now() + FIRST_DUE_MS * factor);
  const posts: Post[] = [];
  for (let set = 0; set < sets; set++) posts.push(...(await author.post(kind, dueAt)));

  const pause = pauseAt(world, paused, window, posts);
  if (!(await until(pause.isPaused, (FIRST_DUE_MS + AT_LAST_MS) * factor))) pause.now();
  stage.say(`paused at "${window}" with ${await openAttempts(world)} attempts open`);
  const other = await world.startWorker(`the worker that takes over at "${window}"`);
  await untilEnded(world, posts, 60_000);
  pause.wake();
  await sleep(SETTLE_MS);
  await untilEnded(world, posts, 30_000);
  await until(() => Date.now() - (world.traffic.passed.at(-1)?.at ?? 0) > SETTLE_MS, 30_000);
  await world.end(paused, 'stop');
  await world.end(other, 'stop');
  return posts;
}

const openAttempts = async (world: World, where = 'true'): Promise<number> => {
  const query = `SELECT count(*)::int AS open FROM publish_attempts WHERE outcome IS NULL AND ${where}`;
  return (await world.db.query<{ open: number }>(query)).reduce((sum, { open }) => sum + open, 0);
};

function pauseAt(world: World, { process: worker, database }: Member, window: Window, posts: readonly Post[]) {
  let isPaused = false;
  const now = (): void => {
    if (isPaused) return;
    isPaused = true;
    if (window === 'commit') database.freeze();
    else process.kill(worker.service().pid, 'SIGSTOP');
    database.beforeAnswer = null;
    world.traffic.handle = (_passed, forward) => forward();
  };
  /** Delays all answers until the first has waited long enough; then the worker is paused. */
  let gathered: Promise<void> | undefined;
  const gather = (): Promise<void> => {
    gathered ??= sleep(GATHER_MS).then(now);
    return gathered;
  };
  const own = new Set(posts.map(({ accountId }) => accountId));
  if (window === 'prepared') {
    world.traffic.handle = async ({ purpose, accountId }, forward) => {
      const answer = await forward();
      if (purpose === 'prepare' && accountId !== null && own.has(accountId) && !isPaused) await gather();
      return answer;
    };
  } else if (window === 'ready') {
    // A state of an attempt is stored by a separate statement.
    database.beforeAnswer = async (stored) => {
      if (stored === 'statement' && !isPaused) await gather();
    };
  } else {
    // Attempts that are stored in one transaction start together: the first one is alone, the others share the next.
    const texts = posts.filter(
      ({ platform }) => !['photogram', 'pinboard', 'shortvideo', 'videohub'].includes(platform),
    );
    const most = Math.ceil(texts.length / 2);
    database.beforeAnswer = async () => {
      if (!isPaused && (await openAttempts(world, 'state IS NULL')) >= most) now();
    };
  }
  return {
    isPaused: () => isPaused,
    now,
    wake(): void {
      if (window === 'commit') database.thaw();
      else process.kill(worker.service().pid, 'SIGCONT');
    },
  };
}

/** A worker is paused for longer than its heartbeat, a time-out and the grace period together, then resumes. */
export const pausedWorker: Scenario = {
  name: 'paused-worker',
  title: 'A worker is paused (SIGSTOP, or its commit) right before it sends, and wakes when another has taken over',
  run: (stage) => {
    const env = { PUBLISH_TIMEOUT_MS: '3000', PUBLISH_GRACE_MS: '1000', WORKER_HEARTBEAT_SECONDS: '10' };
    return inWorld(stage, { env, mayRestart: true }, async (world) => {
      const rounds = sized<[Window, Kind, number][]>(stage, {
        full: [
          ['attempt', 'simple', 3],
          ['ready', 'image', 3],
          ['ready', 'simple', 3],
          ['prepared', 'image', 2],
          ['commit', 'simple', 3],
        ],
        quick: [
          ['attempt', 'simple', 2],
          ['ready', 'image', 2],
          ['commit', 'simple', 1],
        ],
        small: [['attempt', 'simple', 1]],
      });
      const posts: Post[] = [];
      for (const [window, kind, sets] of rounds) posts.push(...(await round(world, stage, window, kind, sets)));
      return rowOf('worker paused before it sends', await count(world, posts));
    });
  },
};
