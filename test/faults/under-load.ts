/** Scenarios of one shape: clients go on posting while something fails. */
import { count, untilEnded } from './counting.js';
import { secondsUntilItWorks, startLoad } from './load.js';
import { inWorld, rowOf, type Scenario, type Stage } from './scenario.js';
import type { World } from './world.js';

interface FaultUnderLoad extends Pick<Scenario, 'name' | 'title'> {
  /** The name of its row. */
  row: string;
  /** A process may end by itself, as its watchdog has it do. */
  mayRestart?: boolean;
  /** Resolves when what had failed is there again. */
  fault(world: World, stage: Stage): Promise<void>;
}

export const underLoad = ({ row, mayRestart = false, fault, ...scenario }: FaultUnderLoad): Scenario => ({
  ...scenario,
  run: (stage) =>
    inWorld(stage, { mayRestart }, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const load = await startLoad(world, { everyMs: 1_000, most: 2_000 });
      await fault(world, stage);
      const recoverySeconds = await secondsUntilItWorks(world, load.posts);
      await load.stop();
      stage.say(`${load.refused} creates refused`);
      await untilEnded(world, load.posts, 90_000);
      const problems = recoverySeconds === null ? ['nothing was published within 90 s of the end of the fault'] : [];
      return rowOf(row, await count(world, load.posts), { recoverySeconds, problems });
    }),
});
