/** Scenarios of one shape: clients go on posting while something fails. */
import { count, untilEnded } from './counting.js';
import { secondsUntilItWorks, startLoad } from './load.js';
import { inWorld, rowOf, type Scenario, type Stage } from './scenario.js';
import type { World } from './world.js';

/** In milliseconds since 1970. */
export interface Absence {
  node: string;
  from: number;
  to: number;
}

interface FaultUnderLoad extends Pick<Scenario, 'name' | 'title' | 'needsNodes'> {
  /** The name of its row. */
  row: string;
  /** How long before they are due posts are created; by default they are due at once. */
  aheadMs?: number;
  /** A set of posts this often. */
  everyMs?: number;
  /** A process may end by itself, as its watchdog has it do. */
  mayRestart?: boolean;
  /** Resolves when what had failed is there again. Adds when worker nodes were away. */
  fault(world: World, stage: Stage, absences: Absence[]): Promise<void>;
}

export const underLoad = ({
  row,
  aheadMs = 0,
  everyMs = 1_000,
  mayRestart = false,
  fault,
  ...scenario
}: FaultUnderLoad): Scenario => ({
  ...scenario,
  run: (stage) =>
    inWorld(stage, { mayRestart }, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const load = await startLoad(world, { everyMs, most: 2_000, aheadMs });
      const absences: Absence[] = [];
      await fault(world, stage, absences);
      const recoverySeconds = await secondsUntilItWorks(world, load.posts);
      await load.stop();
      stage.say(`${load.refused} creates refused`);
      await untilEnded(world, load.posts, 90_000);
      for (const { shard, node } of world.db.shards ?? []) {
        const others = load.posts.filter(
          ({ shard: own, dueAt }) => own === shard && isDueDuring(absences, node, dueAt),
        );
        if (others.length === 0) continue;
        const { late, latestSeconds } = await count(world, others);
        stage.say(
          `${shard}: ${others.length} posts while another node was away, ${late} late, up to ${latestSeconds.toFixed(1)} s`,
        );
      }
      const problems = recoverySeconds === null ? ['nothing was published within 90 s of the end of the fault'] : [];
      return rowOf(row, await count(world, load.posts), { recoverySeconds, problems });
    }),
});

/** Whether a post is due while a node other than its own is away. */
const isDueDuring = (absences: readonly Absence[], own: string, dueAt: Date): boolean =>
  absences.some(({ node, from, to }) => node !== own && from <= dueAt.getTime() && dueAt.getTime() <= to);
