/**
 * One schedule of the publishing core: some posts, a few workers, and whatever the seed does to them: workers are
 * paused, killed and replaced, clocks are wrong, the network loses requests and answers, the database goes down. Then
 * all calms down, and what has become of every part is checked.
 */
import { randomUUID } from 'node:crypto';
import type { NewPlatformPost } from '../../src/domain/posts/platform-post.js';
import { PlatformPostStatus } from '../../src/domain/posts/platform-post.js';
import { PostGroupStatus, ProcessingStatus } from '../../src/domain/posts/post-group.js';
import type { ReportRun } from '../../src/domain/publishing/run-report.js';
import { connect, type NetworkFaults, type Sent } from './network.js';
import { CANNOT_BE_ASKED, KINDS, type Kind, SimulatedPlatform } from './platforms.js';
import { SimulatedStore } from './store.js';
import { startWorker, TIMES, type WorkerNeeds } from './worker.js';
import { type Process, START, World } from './world.js';

/** Faults end after this long; then everything has a day to come to its end. */
const FAULTY_MS = 10 * 60_000;
const CALM_MS = 30 * 3_600_000;

export interface Options {
  keepsHistory?: boolean;
  /** Only what one kind of platform does. */
  kinds?: readonly [Kind, ...Kind[]];
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

export async function simulate(seed: number, { keepsHistory = false, kinds = KINDS }: Options = {}): Promise<Outcome> {
  const world = new World(seed, keepsHistory);
  const { random } = world;
  const network: NetworkFaults = { probability: random.pick([0, 0.1, 0.3, 0.5]) };
  const database = { lostAnswers: random.pick([0, 0.01, 0.05]), stalls: random.pick([0, 0.005, 0.03]) };
  const store = new SimulatedStore(world, database);
  const platforms = new Map<string, SimulatedPlatform>();
  const sent: Sent[] = [];
  const violations: string[] = [];
  const acknowledged = new Set<string>();

  const onSent = (request: Sent) => {
    sent.push(request);
    const leaseUntil = store.posts.get(request.partKey)?.leaseUntil?.getTime() ?? 0;
    if (leaseUntil < request.at + TIMES.requestMs) {
      violations.push(`${request.partKey} was sent after the fence, by ${request.process.name}`);
    }
  };

  const reported = new Set<string>();
  const reportRun: ReportRun = ({ postId, outcome }) => {
    if (outcome !== 'published') return;
    if (store.posts.get(postId)?.status !== PlatformPostStatus.PUBLISHED) {
      violations.push(`${postId} was reported as published and is not stored so`);
    }
    if (reported.has(postId)) violations.push(`${postId} was reported as published twice`);
    reported.add(postId);
  };

  createPosts(world, store, platforms, kinds);

  const workers: Process[] = [];
  const needs: WorkerNeeds = {
    world,
    store,
    platforms,
    isCalm: () => world.now >= START + FAULTY_MS,
    reportRun,
    connect: (process, clock) => connect({ world, platforms, ...TIMES, faults: network, onSent }, process, clock),
  };
  const addWorker = () => {
    const process: Process = {
      name: `worker${workers.length + 1}`,
      startedAt: world.now,
      pausedUntil: 0,
      killed: false,
      clockSkewMs: random.chance(0.5) ? random.pick([-240_000, 240_000, 1_500, -1_500]) : 0,
    };
    workers.push(process);
    startWorker(needs, process);
  };
  addWorker();
  addWorker();
  if (random.chance(0.3)) addWorker();
  disturb(world, store, workers, addWorker);
  if (random.chance(0.3)) retryByHand(world, store, acknowledged);

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
    for (const process of workers) process.pausedUntil = 0;
    // Whatever happened to the others, there is one that works.
    addWorker();
    world.note('all is calm');
  });
  try {
    await world.run(START + FAULTY_MS + CALM_MS);
  } catch (error) {
    violations.push(String(error));
  }
  violations.push(...check(store, platforms, acknowledged));
  const unknown = [...store.posts.values()].filter(({ error }) => error?.code === 'OUTCOME_UNKNOWN').length;
  return { seed, violations, history: world.history, parts: store.posts.size, sent: sent.length, unknown };
}

function createPosts(
  world: World,
  store: SimulatedStore,
  platforms: Map<string, SimulatedPlatform>,
  kinds: readonly [Kind, ...Kind[]],
): void {
  const { random } = world;
  const groups = random.between(1, 3);
  for (let index = 0; index < groups; index++) {
    const groupId = `g${index}`;
    const dueAt = new Date(START + random.between(0, 5_000));
    const isThread = random.chance(0.2);
    const content = isThread ? `Post ${index}, begun\n---\nand ended` : `Post ${index}`;
    const targets = Array.from({ length: random.between(1, 2) }, () => random.pick(kinds));
    const posts = targets.map((kind, targetIndex): NewPlatformPost => {
      // An account of its own for each, but where two posts with one text go to the same one.
      const account = `${kind}-a${index}${targetIndex}`;
      platforms.set(account, new SimulatedPlatform(kind));
      return {
        id: `${groupId}t${targetIndex}`,
        groupId,
        userId: 'user',
        targetIndex,
        partIndex: 0,
        platform: kind,
        accountId: account,
        platformId: account,
        content: null,
        status: PlatformPostStatus.SCHEDULED,
        postedId: null,
        furtherIds: null,
        deletedAt: null,
        url: null,
        error: null,
        attemptCount: 0,
        firstAttemptAt: null,
        dueAt,
        generation: 1,
        jobId: randomUUID(),
        leaseUntil: null,
        wait: null,
        createdAt: new Date(START),
        updatedAt: new Date(START),
      };
    });
    store.addGroup(
      {
        id: groupId,
        userId: 'user',
        content,
        status: PostGroupStatus.SCHEDULED,
        processingStatus: ProcessingStatus.PENDING,
        scheduledTime: dueAt,
        publishedAt: null,
        platformSettings: {},
        videoTimestamp: null,
        eventSequence: 0,
        createdAt: new Date(START),
        updatedAt: new Date(START),
      },
      posts,
    );
    for (const post of posts) store.addJob({ ...post, jobId: post.jobId ?? '', postId: post.id, dueAt, held: false });
  }
}

/** Pauses and kills workers, and takes the database away, at moments that the seed names. */
function disturb(world: World, store: SimulatedStore, workers: Process[], addWorker: () => void): void {
  const { random } = world;
  const disturbances = random.between(0, 6);
  for (let index = 0; index < disturbances; index++) {
    // Most of what is dangerous happens early, while the posts go out.
    const at = random.chance(0.7) ? random.between(0, 10_000) : random.between(0, FAULTY_MS);
    world.after(at, null, () => {
      const process = workers[random.between(0, workers.length - 1)];
      if (!process || process.killed) return;
      const kind = random.pick(['pause', 'pause', 'kill', 'database'] as const);
      if (kind === 'pause') {
        process.pausedUntil = world.now + random.pick([500, 6_000, 20_000, 45_000, 120_000] as const);
        world.note(`${process.name} is paused until ${(process.pausedUntil - START) / 1000} s`);
      } else if (kind === 'kill') {
        process.killed = true;
        world.note(`${process.name} is killed`);
        addWorker();
      } else {
        store.downUntil = world.now + random.between(100, 40_000);
        world.note('the database is away');
      }
    });
  }
}

/** A user retries what failed, and acknowledges where the outcome is unknown. */
function retryByHand(world: World, store: SimulatedStore, acknowledged: Set<string>): void {
  for (let minute = 1; minute <= 5; minute++) {
    world.after(minute * 60_000 + world.random.between(0, 60_000), null, () => {
      for (const post of store.posts.values()) {
        if (post.status !== PlatformPostStatus.FAILED || post.error?.code === 'THREAD_INTERRUPTED') continue;
        if (post.error?.code === 'OUTCOME_UNKNOWN') acknowledged.add(post.id);
        const [jobId, dueAt, generation] = [randomUUID(), new Date(world.now), post.generation + 1];
        const status = PlatformPostStatus.PENDING;
        store.change(
          { ...post, status, error: null, attemptCount: 0, wait: null, dueAt, generation, jobId },
          { ...post, jobId, postId: post.id, generation, dueAt, held: false },
        );
        world.note(`a person retries ${post.id}`);
      }
    });
  }
}

function check(
  store: SimulatedStore,
  platforms: ReadonlyMap<string, SimulatedPlatform>,
  acknowledged: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const claimed = new Map<string, string>();
  for (const post of store.posts.values()) {
    const { id, status, error, postedId, platformId, platform } = post;
    const onPlatform = platforms.get(platformId)?.live ?? [];
    const live = onPlatform.filter(({ partKey }) => partKey === id);
    if (live.length > 1 && !acknowledged.has(id)) found.push(`${id} (${platform}) is live ${live.length} times`);
    switch (status) {
      case PlatformPostStatus.PUBLISHED:
        if (!onPlatform.some((candidate) => candidate.id === postedId)) found.push(`${id} is published as nothing`);
        if (claimed.has(`${platformId} ${postedId}`))
          found.push(`${id} has the post of ${claimed.get(`${platformId} ${postedId}`)}`);
        claimed.set(`${platformId} ${postedId}`, id);
        break;
      case PlatformPostStatus.FAILED:
        if (!error?.code || !error.message) found.push(`${id} failed without a reason`);
        else if (error.code === 'OUTCOME_UNKNOWN') {
          if (!CANNOT_BE_ASKED.has(platform as Kind))
            found.push(`${id} (${platform}) has a lookup, and its outcome is unknown`);
        } else if (live.length > 0 && !acknowledged.has(id)) {
          found.push(`${id} (${platform}) is live and failed as ${error.code}`);
        }
        break;
      default:
        found.push(`${id} (${platform}) is stuck as ${status}`);
    }
  }
  return found;
}
