/** What happens to processes, the database and the operator's switches, at moments that the seed names. */
import type { SimulatedStore } from './store.js';
import { type Process, START, type World } from './world.js';

interface Needs {
  world: World;
  store: SimulatedStore;
  workers: readonly Process[];
  addWorker: () => void;
  faultyMs: number;
}

/**
 * A worker that starts while a request is in flight over which the database's clock is set forward by more than the grace
 * cannot know that less time has passed.
 */
const UNKNOWABLE_MS = 60_000;

const KINDS = ['worker paused', 'worker paused', 'kill', 'database', 'clock', 'publishing paused'] as const;

export function disturb({ world, store, workers, addWorker, faultyMs }: Needs): void {
  const random = world.stream('disturbances');
  const disturbances = random.between(0, 6);
  for (let index = 0; index < disturbances; index += 1) {
    // Most of what is dangerous happens early, while the posts go out.
    const at = random.chance(0.7) ? random.between(0, 10_000) : random.between(0, faultyMs);
    const kind = random.pick(KINDS);
    const chosen = random.next();
    const pauseMs = random.pick([500, 6_000, 20_000, 45_000, 120_000] as const);
    const awayMs = random.between(100, 40_000);
    const stepMs = random.pick([-60_000, -2_000, 2_000, 60_000] as const);
    world.after(at, null, () => {
      const process = workers[Math.floor(chosen * workers.length)];
      if (!process) return;
      switch (kind) {
        case 'worker paused':
          process.pausedUntil = world.now + pauseMs;
          return world.note(`${process.name} is paused until ${(process.pausedUntil - START) / 1000} s`);
        case 'kill':
          if (process.killed || world.now - store.setForwardAt < UNKNOWABLE_MS) return;
          process.killed = true;
          world.note(`${process.name} is killed`);
          return addWorker();
        case 'database':
          store.downUntil = world.now + awayMs;
          return world.note('the database is away');
        case 'clock':
          if (stepMs === 60_000 && workers.some((worker) => mayNotKnow(worker, world.now))) return;
          store.stepClock(stepMs);
          return world.note(`the database's clock steps by ${stepMs / 1000} s`);
        case 'publishing paused':
          store.setPaused(true);
          world.after(awayMs, null, () => store.setPaused(false));
          return world.note(`publishing is paused for ${awayMs / 1000} s`);
      }
    });
  }
}

/** Whether a worker has not read the time yet, or replaces a killed one and may not have. */
const mayNotKnow = ({ startedAt, isReady, killed }: Process, now: number): boolean =>
  (!isReady && !killed) || (startedAt > START && now - startedAt < UNKNOWABLE_MS);
