/**
 * Simulates how late posts are at a size that no machine here has: one of many equal workers of equal pods, with its
 * share of the posts of the busiest hour. Each post waits for a slot, for the processor of its worker, and for its turn
 * at the pod's database; then the platform responds after a delay. `MEASURED` has the measured values, `ASSUMED` the
 * assumed ones.
 */
import { Random } from '../test/simulation/random.js';
import type { Section } from './report.js';
import { max, percentile } from './statistics.js';

/** `npm run bench -- cost lateness`; docs/scaling.md has the figures of which day they are. */
export interface Measured {
  /** CPU of a worker for one post, in milliseconds. */
  workerMs: number;
  /** CPU of Postgres for one post that is published, in milliseconds. */
  postgresMs: number;
}

export const MEASURED: Measured = { workerMs: 2.8, postgresMs: 4.1 };

const ASSUMED = {
  postsPerDay: 100_000_000,
  /** Of the day's posts, those of the busiest hour. */
  busiestHour: 0.08,
  /** Of an hour's posts, those at its beginning, its half and its quarters; the others are at whole minutes. */
  onTheHour: 0.25,
  onTheHalf: 0.1,
  onAQuarter: 0.05,
  /** Of a pod. */
  workers: 8,
  /** Posts that a worker publishes at a time (PUBLISH_CONCURRENCY). */
  slots: 500,
  /** Of a pod's primary, and the share of their time that publishing may use. */
  postgresCores: 16,
  postgresLoad: 0.7,
  /** What a platform gets of the slots that the others leave. */
  groupShare: 7 / 8,
  /** Share of the posts of each platform, by size. */
  platforms: [0.3, 0.2, 0.15, 0.1, 0.08, 0.06, 0.04, 0.03, 0.02, 0.01, 0.01],
  /** How long a platform takes: log-normal. */
  answerMedianMs: 400,
  answerP99Ms: 4_000,
  /** A platform that is down answers after PUBLISH_TIMEOUT_MS. */
  outageMs: 20_000,
} as const;

const HOUR_S = 3_600;
/** The outage of the largest platform: from five minutes before the half of the hour to five minutes after it. */
const OUTAGE = { platform: 0, from: 1_500, to: 2_100 };

export function simulate(podCounts: readonly number[], measured: Measured = MEASURED): Section[] {
  const { postsPerDay, busiestHour, workers, slots, postgresCores, postgresLoad } = ASSUMED;
  const perHour = postsPerDay * busiestHour;
  const perWorker = 1000 / measured.workerMs;
  const primary = (postgresCores * postgresLoad * 1000) / measured.postgresMs;
  const worker = { slots, postsPerSecond: Math.min(perWorker, primary / workers) };
  return [false, true].map((withOutage) => ({
    title: withOutage
      ? 'The same while the largest platform answers after 20 s for ten minutes; the others alone'
      : `Seconds late in the busiest hour: ${(perHour / 1e6).toFixed(0)} million posts`,
    rows: podCounts.map((pods) => {
      const late = simulateWorker(perHour / pods / workers, worker, withOutage);
      return {
        name: pods === 1 ? '1 pod' : `${pods} pods`,
        figures: {
          median: percentile(late, 0.5),
          p90: percentile(late, 0.9),
          p99: percentile(late, 0.99),
          max: max(late),
        },
      };
    }),
    notes: [
      `A pod has ${workers} workers of ${slots} slots, each of ${Math.round(perWorker)} posts/s, and a primary of ${postgresCores} cores, of ${Math.round(primary)}.`,
    ],
  }));
}

interface Post {
  /** Seconds from the beginning of the hour. */
  due: number;
  platform: number;
}

/** The seconds that each of the worker's posts is late; with an outage, those to other platforms. */
function simulateWorker(
  count: number,
  { slots, postsPerSecond }: { slots: number; postsPerSecond: number },
  withOutage: boolean,
): number[] {
  const seeded = new Random(1);
  const random = () => seeded.next();
  const waiting = Array.from({ length: Math.round(count) }, () => newPost(random)).sort((a, b) => a.due - b.due);
  const queues = ASSUMED.platforms.map((_, platform) => waiting.filter((post) => post.platform === platform));
  const next = queues.map(() => 0);
  const busy = queues.map(() => 0);
  const ends = makeEnds();
  const late: number[] = [];
  const step = 1 / postsPerSecond;
  let [active, now] = [0, 0];
  for (let left = waiting.length; left > 0; ) {
    const due = oldest(queues, next, (platform) => {
      const own = busy[platform] ?? 0;
      return active < slots && own < Math.max(1, Math.floor(ASSUMED.groupShare * (slots - active + own)));
    });
    const post = due === null ? undefined : queues[due]?.[next[due] ?? 0];
    // The next event: a post becomes ready to start, or a slot becomes free.
    if (due === null || !post || (ends.size() > 0 && ends.first().at < Math.max(now, post.due))) {
      const { at, platform } = ends.take();
      now = Math.max(now, at);
      busy[platform] = (busy[platform] ?? 0) - 1;
      active -= 1;
      continue;
    }
    now = Math.max(now, post.due) + step;
    next[due] = (next[due] ?? 0) + 1;
    left -= 1;
    active += 1;
    busy[due] = (busy[due] ?? 0) + 1;
    const isDown = withOutage && due === OUTAGE.platform && now >= OUTAGE.from && now < OUTAGE.to;
    const seconds = isDown ? ASSUMED.outageMs / 1000 : answerSeconds(random);
    ends.add({ at: now + seconds, platform: due });
    if (!withOutage || due !== OUTAGE.platform) late.push(now - post.due);
  }
  return late;
}

/** The platform whose first waiting post is the oldest, of those that may begin one. */
function oldest(
  queues: readonly Post[][],
  next: readonly number[],
  mayBegin: (platform: number) => boolean,
): number | null {
  let found: number | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const [platform, queue] of queues.entries()) {
    const due = queue[next[platform] ?? 0]?.due;
    if (due === undefined || due >= first || !mayBegin(platform)) continue;
    [found, first] = [platform, due];
  }
  return found;
}

function newPost(random: () => number): Post {
  const { onTheHour, onTheHalf, onAQuarter, platforms } = ASSUMED;
  const moments = [
    [onTheHour, 0],
    [onTheHalf, HOUR_S / 2],
    [onAQuarter, HOUR_S / 4],
    [onAQuarter, (3 * HOUR_S) / 4],
  ] as const;
  const due = pick(random(), moments) ?? Math.floor(random() * 60) * 60;
  const platform =
    pick(
      random(),
      platforms.map((share, index) => [share, index] as const),
    ) ?? 0;
  return { due, platform };
}

/** The value in whose share a number from 0 to 1 falls; undefined past all of them. */
function pick<T>(at: number, shares: readonly (readonly [share: number, value: T])[]): T | undefined {
  let sum = 0;
  return shares.find(([share]) => {
    sum += share;
    return at < sum;
  })?.[1];
}

/** Of the standard normal distribution. */
const Z99 = 2.326;

function answerSeconds(random: () => number): number {
  const { answerMedianMs, answerP99Ms } = ASSUMED;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return (answerMedianMs * Math.exp((normal * Math.log(answerP99Ms / answerMedianMs)) / Z99)) / 1000;
}

interface End {
  at: number;
  platform: number;
}

/** When slots become free, the first one first. There are no more of them than slots, so that a sorted list will do. */
function makeEnds() {
  const ends: End[] = [];
  return {
    size: () => ends.length,
    first: () => ends[0] as End,
    take: () => ends.shift() as End,
    add(end: End) {
      const index = ends.findIndex(({ at }) => at > end.at);
      if (index === -1) ends.push(end);
      else ends.splice(index, 0, end);
    },
  };
}
