/** A worker of the simulation: the real publishing core over the simulated store, network and clock. */

import { makeCommitRun } from '../../src/domain/publishing/commit-runs.js';
import { makePublishPost } from '../../src/domain/publishing/publish-post.use-case.js';
import type { ReportRun } from '../../src/domain/publishing/run-report.js';
import { makeDatabaseClock } from '../../src/foundation/database/database-clock.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import type { LeasedJob } from '../../src/foundation/leased-job.js';
import { guardedHttp } from '../../src/platforms/kit/guarded-http.js';
import type { PlatformRules } from '../../src/platforms/port/rules.js';
import { type Kind, publisherOf, type SimulatedPlatform } from './platforms.js';
import type { SimulatedStore } from './store.js';
import type { Process, World } from './world.js';

/** As by default. */
export const TIMES = { requestMs: 20_000, graceMs: 5_000, lateMs: 3_500 };
const PLACES = 10;
const POLL_MS = 5_000;

export interface WorkerNeeds {
  world: World;
  store: SimulatedStore;
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  connect: (process: Process, clock: () => Date) => Http;
  /** Whether nothing fails any more, and no client does anything. */
  isCalm: () => boolean;
  reportRun: ReportRun;
}

const RULES: PlatformRules = {
  text: { max: 100, count: 'code points', min: 1 },
  thread: { reserve: 8 },
  media: { requires: null, image: null, video: null, maxMixed: null },
  settings: null,
  rateLimits: [],
  listLagMs: 0,
};

export function startWorker({ world, store, connect, isCalm, reportRun }: WorkerNeeds, process: Process): void {
  const { random } = world;
  const connected = store.connect(process);
  // The clock that processes go by, over a machine's clock that is wrong.
  const databaseClock = makeDatabaseClock({
    readTime: () => connected.time(),
    monotonic: () => world.now - process.startedAt,
    wallClock: () => new Date(world.now + process.clockSkewMs),
  });
  const clock = databaseClock.now;
  const sleep = (ms: number) => world.delay(ms, process);
  const http = connect(process, clock);
  const commitRun = makeCommitRun({ store: connected, clock, sleep, turn: () => sleep(0) });
  const publishPost = makePublishPost({
    store: connected,
    commitRun,
    clock,
    earliestTime: databaseClock.earliest,
    monotonic: () => world.now - process.startedAt,
    sleep,
    random: () => random.next(),
    config: {
      concurrency: PLACES,
      requestTimeoutMs: TIMES.requestMs,
      graceMs: TIMES.graceMs,
      listLagMs: null,
      retryDelaysMs: [5_000, 30_000, 120_000, 600_000],
      rateLimitWaitMs: 5_000,
      maxLatenessMs: 24 * 3_600_000,
      paused: false,
      otherPlatforms: [],
      heartbeatSeconds: 15,
    },
    loadAccount: async ({ platformId }) => ({
      kind: 'open',
      connectionId: 'c',
      stored: '',
      account: { accountId: platformId, baseUrl: `http://${platformId}`, credentials: {} },
    }),
    withMedia: (_group, _rules, work) => work({ kind: 'ready', media: [] }),
    withLinkCard: (_link, work) => work(null),
    markRevoked: async () => {},
    cpuQueue: async (work) => work(),
    reportRun,
    isPaused: () => false,
    isStopping: () => false,
    blocks: { threadtalkThreadsBlocked: false },
    findPlatform: (kind) => ({
      baseUrl: null,
      session: null,
      openPublisher: (guard) => publisherOf(kind as Kind, guardedHttp(http, guard)),
      rules: RULES,
      cardLink: null,
    }),
  });

  const active = new Map<string, LeasedJob>();
  let fetching = false;
  let isReady = false;
  const fetchDue = async () => {
    if (fetching || !isReady) return;
    fetching = true;
    try {
      for (const { token, job } of await connected.fetch(PLACES - active.size)) {
        const key = `${job.id} ${job.retryCount}`;
        active.set(key, job);
        publishPost(token, job)
          .catch((error) => {
            world.note(`${process.name}: ${error}`);
            return connected.fail(job).catch(() => {});
          })
          .finally(() => active.delete(key));
      }
    } catch {
      // The poll comes again.
    } finally {
      fetching = false;
    }
  };
  const wake = store.onDue;
  store.onDue = () => {
    wake();
    if (!process.killed) world.after(random.between(0, 50), process, () => void fetchDue());
  };
  const live = () => {
    if (process.killed) return;
    void databaseClock.synchronize().catch(() => {});
    void fetchDue();
    if (active.size > 0) connected.touch([...active.values()]).catch(() => {});
    // Once nothing is left to do, the world may end.
    if (store.isBusy() || !isCalm()) world.after(POLL_MS, process, live);
  };
  // Nothing is done before the time is known.
  const begin = () =>
    databaseClock.synchronize().then(
      () => {
        isReady = true;
        live();
      },
      () => {
        if (!process.killed) world.after(POLL_MS, process, begin);
      },
    );
  void begin();
}
