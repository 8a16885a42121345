/**
 * Runs one schedule of the publishing core: some posts, a few workers, and the faults of a seed: workers are paused,
 * killed and replaced, clocks are wrong, the network loses requests and responses, the database goes down, owners
 * change their posts and connections. Then the faults stop, and the state of every part is checked.
 */
import { type PlatformPost, PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import type { ReportRun } from '../../src/domain/publishing/run-report.js';
import { check, checkRates, type Ended } from './check.js';
import { checkReports } from './check-reports.js';
import { Connections } from './connections.js';
import { disturb } from './disturbances.js';
import { connect, type NetworkFaults, type Sent } from './network.js';
import { connectAll, letOwnersAct, letOwnersRace, retryByHand } from './owners.js';
import { KINDS, type SimulatedPlatform } from './platforms.js';
import { type AnyKind, createPosts, type Scene } from './schedule.js';
import { SimulatedStore } from './store.js';
import { startWorker, TIMES, type WorkerNeeds } from './worker.js';
import { type Process, START, World } from './world.js';

/** Faults end after this long; then everything has a day to come to its end. */
const FAULTY_MS = 10 * 60_000;
const CALM_MS = 30 * 3_600_000;

/** How late the first request of a part may be when nothing fails. */
const LATE_MS = 1_000;

export interface Options {
  keepsHistory?: boolean;
  /** Only what these kinds of platforms do. */
  kinds?: readonly [AnyKind, ...AnyKind[]];
  /** Some posts have first comments: not in schedules that are older than these. */
  hasComments?: boolean;
}

export interface Outcome {
  seed: number;
  /** What must not happen and did; none in a schedule that holds. */
  violations: string[];
  history: readonly string[];
  parts: number;
  sent: number;
  unknown: number;
}

export async function simulate(
  seed: number,
  { keepsHistory = false, kinds = KINDS, hasComments = true }: Options = {},
): Promise<Outcome> {
  const world = new World(seed, keepsHistory);
  const random = world.stream('schedule');
  // Nothing fails, and nobody changes anything.
  const isIdle = random.chance(0.12);
  const network: NetworkFaults = { probability: isIdle ? 0 : random.pick([0, 0.1, 0.3, 0.5]) };
  const database = {
    lostAnswers: isIdle ? 0 : random.pick([0, 0.01, 0.05]),
    stalls: isIdle ? 0 : random.pick([0, 0.005, 0.03]),
  };
  const rateLimits = !isIdle && random.chance(0.15) ? [{ max: 2, unit: 'parts' as const, perSeconds: 60 }] : [];
  const store = new SimulatedStore(world, database);
  const platforms = new Map<string, SimulatedPlatform>();
  const connections = new Connections(world, platforms, network);
  const scene: Scene = { world, store, platforms, connections };
  const acknowledged = new Set<string>();
  const violations = new Set<string>();
  const sent: Sent[] = [];
  const begun = new Set<string>();

  createPosts(scene, { kinds, isIdle, hasComments });

  const onSent = (request: Sent) => {
    const { partKey, at, publishes } = request;
    const post = store.posts.get(partKey) ?? store.removed.get(partKey);
    if (isIdle && !begun.has(partKey)) {
      const lateMs = at - dueAtOf(store, partKey);
      if (lateMs > LATE_MS) violations.add(`${store.nameOf(partKey)} began ${lateMs} ms late`);
    }
    begun.add(partKey);
    if (!publishes) return;
    sent.push(request);
    const leaseUntil = post?.leaseUntil?.getTime() ?? 0;
    // The owner retried the post. The first attempt's outcome ended the lease while the second attempt was open.
    const hasOpenAttempt = [...store.attempts.values()].some(
      ({ postId, endedAt }) => postId === post?.id && endedAt === null,
    );
    const isFoundMeanwhile =
      acknowledged.has(partKey) && post?.status === PlatformPostStatus.PUBLISHED && hasOpenAttempt;
    if (leaseUntil < at + TIMES.requestMs && !store.hasStepped && !isFoundMeanwhile) {
      violations.add(`${store.nameOf(partKey)} was sent after the fence, by ${request.process.name}`);
    }
    // A retry goes out immediately, with the parts after it, also before the current time of its group.
    const isRetry = [...store.attempts.values()].some(
      ({ postId, endedAt }) => endedAt !== null && isSameThread(store.posts.get(postId), post),
    );
    const scheduledTime = store.groups.get(post?.groupId ?? '')?.scheduledTime?.getTime() ?? 0;
    if (store.now() < scheduledTime - 1 && !store.hasStepped && !isRetry) {
      violations.add(`${store.nameOf(partKey)} was sent before its time`);
    }
  };

  const reported = new Set<string>();
  const reportRun: ReportRun = ({ postId, outcome }) => {
    if (outcome !== 'published') return;
    const status = (store.posts.get(postId) ?? store.removed.get(postId))?.status;
    if (status !== PlatformPostStatus.PUBLISHED) {
      violations.add(`${store.nameOf(postId)} was reported as published and is not stored so`);
    }
    if (reported.has(postId)) violations.add(`${store.nameOf(postId)} was reported as published twice`);
    reported.add(postId);
  };

  const workers: Process[] = [];
  const needs: WorkerNeeds = {
    world,
    store,
    connections,
    rateLimits,
    faults: network,
    isCalm: () => world.now >= START + FAULTY_MS,
    reportRun,
    connect: (process, clock) =>
      connect({ world, platforms, ...TIMES, faults: network, nameOf: store.nameOf, onSent }, process, clock),
  };
  const skews = world.stream('skews');
  const addWorker = () => {
    const process: Process = {
      name: `worker${workers.length + 1}`,
      startedAt: world.now,
      pausedUntil: 0,
      killed: false,
      isReady: false,
      clockSkewMs: skews.chance(0.5) ? skews.pick([-240_000, 240_000, 1_500, -1_500]) : 0,
    };
    workers.push(process);
    startWorker(needs, process);
  };
  addWorker();
  addWorker();
  if (random.chance(0.3)) addWorker();
  if (!isIdle) {
    disturb({ world, store, workers, addWorker, faultyMs: FAULTY_MS });
    if (random.chance(0.5)) letOwnersAct(scene, FAULTY_MS, acknowledged);
    if (random.chance(0.3)) retryByHand(scene, acknowledged);
    if (world.stream('races').chance(0.15)) letOwnersRace(scene);
  }

  const supervise = () => {
    store.supervise();
    if (store.isBusy() || world.now < START + FAULTY_MS) world.after(5_000, null, supervise);
  };
  supervise();
  world.after(FAULTY_MS, null, () => {
    network.probability = 0;
    database.lostAnswers = 0;
    database.stalls = 0;
    store.downUntil = 0;
    store.setPaused(false);
    connectAll(scene);
    for (const process of workers) process.pausedUntil = 0;
    // At least one worker runs, even if all others have ended.
    addWorker();
    world.note('all is calm');
  });
  try {
    await world.run(START + FAULTY_MS + CALM_MS);
  } catch (error) {
    violations.add(String(error));
  }
  const ended: Ended = { store, platforms, connections, acknowledged };
  for (const found of [...check(ended), ...checkReports(store)]) violations.add(found);
  // The limits are counted by the database's clock.
  if (!store.hasStepped) for (const found of checkRates(ended, rateLimits)) violations.add(found);
  const posts = [...store.posts.values()];
  const unknown = posts.filter(({ error }) => error?.code === 'OUTCOME_UNKNOWN').length;
  return {
    seed,
    violations: [...violations],
    history: world.history,
    parts: posts.length,
    sent: sent.length,
    unknown,
  };
}

/** When a part could begin: its group's time, or when the part before it was published. */
function dueAtOf(store: SimulatedStore, partKey: string): number {
  const post = store.posts.get(partKey);
  const before = [...store.posts.values()].find(
    ({ groupId, targetIndex, partIndex }) =>
      groupId === post?.groupId && targetIndex === post.targetIndex && partIndex === post.partIndex - 1,
  );
  if (!before) return store.groups.get(post?.groupId ?? '')?.scheduledTime?.getTime() ?? 0;
  return store.steps.find(({ postId, to }) => postId === before.id && to === PlatformPostStatus.PUBLISHED)?.at ?? 0;
}

const isSameThread = (one: PlatformPost | undefined, other: PlatformPost | undefined): boolean =>
  one !== undefined && one.groupId === other?.groupId && one.targetIndex === other.targetIndex;
