import { setImmediate as nextTurn } from 'node:timers/promises';

/** Splits work that is done piece by piece between turns of the event loop. */
export interface Turns {
  /** Undefined while this turn has time left; otherwise a promise to wait for, which resolves in the next one. */
  over(): Promise<void> | undefined;
}

/** `ms`: the time of a turn that all work of this kind may use together. */
export function makeTurns(ms: number): Turns {
  let end: number | undefined;
  return {
    over() {
      const now = performance.now();
      if (end === undefined) {
        end = now + ms;
        setImmediate(() => {
          end = undefined;
        });
      }
      return now < end ? undefined : nextTurn();
    },
  };
}
