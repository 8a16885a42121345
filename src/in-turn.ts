import { makeAtOnce } from './at-once.js';

/** Runs a work that keeps the process busy for a while. */
export type InTurn = <T>(work: () => T) => Promise<T>;

/**
 * Lets works that keep the process busy run one after the other, with a turn of the event loop before each: however
 * many of them a request brings, others are answered in between.
 */
export function makeInTurn(): InTurn {
  const alone = makeAtOnce(1);
  return (work) =>
    alone(async () => {
      await new Promise(setImmediate);
      return work();
    });
}
