/** A worker of the simulation: the real publishing core over the simulated store, network and clock. */

import { DOCUMENTED_PLANS } from '../../src/domain/plans/plans.js';
import { makeCommitRun } from '../../src/domain/publishing/commit-runs.js';
import { mayBeInFlightMs } from '../../src/domain/publishing/lease.js';
import { makePublishPost } from '../../src/domain/publishing/publish-post.use-case.js';
import type { ReportRun } from '../../src/domain/publishing/run-report.js';
import { makeDatabaseClock } from '../../src/foundation/database/database-clock.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import type { LeasedJob } from '../../src/foundation/leased-job.js';
import { guardedHttp } from '../../src/platforms/kit/guarded-http.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import type { RateLimit } from '../../src/platforms/port/rate-limit.js';
import type { PlatformRules } from '../../src/platforms/port/rules.js';
import { type Connections, SESSION } from './connections.js';
import { graphPublisher, hasThreads, isGraph } from './graph.js';
import { HAS_LIST, type Kind, LIST_LAG_MS } from './platforms.js';
import { publisherOf } from './publishers.js';
import type { SimulatedStore } from './store.js';
import type { Process, World } from './world.js';

/** As by default. */
export const TIMES = { requestMs: 20_000, graceMs: 5_000, lateMs: 3_500 };
const PLACES = 10;
const POLL_MS = 5_000;
/** While the queue is empty. */
const IDLE_POLL_MS = 60_000;

export interface WorkerNeeds {
  world: World;
  store: SimulatedStore;
  connections: Connections;
  /** Of each account. */
  rateLimits: readonly RateLimit[];
  connect: (process: Process, clock: () => Date) => Http;
  /** How often the files of a post take long, or cannot be had. */
  faults: { readonly probability: number };
  /** Whether nothing fails any more, and no client does anything. */
  isCalm: () => boolean;
  reportRun: ReportRun;
}

const RULES: PlatformRules = {
  text: { max: 100, count: 'code points', min: 1 },
  thread: { reserve: 8 },
  comment: { text: { max: 100, count: 'code points' }, isReply: true },
  media: { requires: null, image: null, video: null, maxMixed: null },
  settings: null,
  rateLimits: [],
  listLagMs: 0,
};

const FILE: PartMedia = {
  kind: 'image',
  name: 'image.png',
  mimeType: 'image/png',
  path: '/dev/null',
  bytes: 100,
  width: 1,
  height: 1,
  durationSeconds: null,
  altText: null,
  url: 'http://storage/image.png',
};

export function startWorker(needs: WorkerNeeds, process: Process): void {
  const { world, store, connections, rateLimits, connect, faults, isCalm, reportRun } = needs;
  const random = world.stream(process.name);
  const connected = store.connect(process);
  // The clock that processes go by, over a machine's clock that is wrong.
  const databaseClock = makeDatabaseClock({
    readTime: () => connected.time(),
    monotonic: () => world.now - process.startedAt,
    wallClock: () => new Date(world.now + process.clockSkewMs),
    holdStepsMs: mayBeInFlightMs({ ...TIMES, requestTimeoutMs: TIMES.requestMs }) + 15_000,
  });
  const clock = databaseClock.now;
  const sleep = (ms: number) => world.delay(ms, process);
  const http = connect(process, clock);
  let isPaused = false;
  const commitRun = makeCommitRun({ store: connected, clock, sleep, turn: () => sleep(0) });
  const publishPost = makePublishPost({
    store: connected,
    plans: DOCUMENTED_PLANS,
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
    loadAccount: connections.loadAccount(process),
    files: { use: () => ({ share: (_key, make) => make(''), [Symbol.dispose]: () => undefined }) },
    async prepareMedia({ groupId }) {
      const files = world.stream(`files ${groupId}`);
      const isSlow = files.chance(faults.probability / 5);
      await sleep(isSlow ? files.between(5_000, 30_000) : files.between(0, 100));
      if (files.chance(faults.probability / 10)) return UNAVAILABLE;
      return {
        kind: 'ready',
        media: Array.from({ length: store.groups.get(groupId)?.mediaCount ?? 0 }, () => FILE),
      };
    },
    makeLinkCard: async () => ({ card: null, [Symbol.asyncDispose]: async () => undefined }),
    markRevoked: async () => {},
    cpuQueue: async (work) => work(),
    reportRun,
    isPaused: () => isPaused,
    isStopping: () => false,
    blocks: { threadtalkThreadsBlocked: false },
    findPlatform: (kind) => ({
      baseUrl: null,
      session: SESSION,
      openPublisher: (guard) =>
        isGraph(kind)
          ? graphPublisher(kind, guardedHttp(http, guard), clock)
          : publisherOf(kind as Kind, guardedHttp(http, guard)),
      rules: {
        ...RULES,
        thread: hasThreads(kind) ? RULES.thread : null,
        comment: hasThreads(kind) ? RULES.comment : null,
        rateLimits,
        listLagMs: isGraph(kind) || HAS_LIST.has(kind as Kind) ? LIST_LAG_MS : 0,
      },
      cardLink: null,
    }),
  });

  const active = new Map<string, LeasedJob>();
  let fetching = false;
  let isBeating = false;
  /** A worker that has jobs says so. */
  const beat = () => {
    isBeating = active.size > 0;
    if (!isBeating) return;
    connected.touch([...active.values()]).catch(() => {});
    world.after(POLL_MS, process, beat);
  };
  const fetchDue = async () => {
    if (fetching || !process.isReady) return;
    fetching = true;
    try {
      const fetched = await connected.fetch(PLACES - active.size);
      isPaused = fetched.isPaused;
      for (const { token, job } of fetched.jobs) {
        const key = `${job.id} ${job.retryCount}`;
        active.set(key, job);
        publishPost(token, job)
          .catch((error) => {
            world.note(`${process.name}: ${error}`);
            return connected.fail(job).catch(() => {});
          })
          .finally(() => active.delete(key));
      }
      if (!isBeating) beat();
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
    // Once nothing is left to do, the world may end.
    if (store.isBusy() || !isCalm()) world.after(store.isBusy() ? POLL_MS : IDLE_POLL_MS, process, live);
  };
  // Nothing is done before the time is known.
  const begin = () =>
    databaseClock.synchronize().then(
      () => {
        process.isReady = true;
        live();
      },
      () => {
        if (!process.killed) world.after(POLL_MS, process, begin);
      },
    );
  void begin();
}

const UNAVAILABLE = {
  kind: 'failed',
  failure: {
    code: 'MEDIA_UNAVAILABLE',
    message: 'The simulation has lost the file',
    outcome: 'rejected',
    platformError: null,
  },
} as const;
