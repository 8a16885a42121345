import type { Logger } from 'pino';

const TICK_MS = 1_000;

/** What a loop reports to the watchdog. */
export interface Heartbeat {
  /** A fetch has succeeded, or there was no slot to fetch into. */
  fetched(): void;
  /** A fetch has failed: the loop goes on, and is not ready. */
  failed(): void;
}

/** Watches the loops of a worker: a fetch that never settles would stop its loop without a word. */
export interface Watchdog {
  /** Watches a loop from now on. */
  watch(loop: string): Heartbeat;
  /** Why the worker is not ready: a loop whose last successful fetch is too long ago. Undefined when it is. */
  problem(): string | undefined;
  stop(): void;
}

interface Loop {
  name: string;
  /** Seconds since a fetch settled, well or not. */
  unsettled: number;
  /** Seconds since a fetch succeeded. */
  unfetched: number;
}

/**
 * A loop in which no fetch settles for `limitSeconds` gets new connections; when none settles for as long again, the
 * process has to go. Seconds are counted, not measured, so that a pause of the process itself does not count.
 */
export function makeWatchdog(needs: {
  limitSeconds: number;
  /** Gives the process new connections to Postgres. */
  reconnect: () => void;
  /** Ends the process, so that its supervisor starts it again. */
  giveUp: (reason: string) => void;
  log: Logger;
}): Watchdog {
  const { limitSeconds, reconnect, giveUp, log } = needs;
  const loops: Loop[] = [];
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    for (const loop of loops) {
      loop.unsettled += 1;
      loop.unfetched += 1;
    }
    const stuck = (seconds: number) => loops.find(({ unsettled }) => unsettled === seconds)?.name;
    const silent = stuck(limitSeconds);
    if (silent !== undefined) {
      log.error(
        { loop: silent },
        `No fetch has completed for ${limitSeconds} s: reopening every connection to Postgres`,
      );
      reconnect();
    }
    const hopeless = stuck(2 * limitSeconds);
    if (hopeless !== undefined) {
      giveUp(`The ${hopeless} loop has fetched nothing for ${2 * limitSeconds} seconds, even over new connections.`);
    }
  }

  return {
    watch(name) {
      timer ??= setInterval(tick, TICK_MS);
      const loop: Loop = { name, unsettled: 0, unfetched: 0 };
      loops.push(loop);
      return {
        fetched() {
          loop.unsettled = 0;
          loop.unfetched = 0;
        },
        failed() {
          loop.unsettled = 0;
        },
      };
    },
    problem() {
      const late = loops.find(({ unfetched }) => unfetched >= limitSeconds);
      return late && `the ${late.name} loop has fetched nothing for ${late.unfetched} s`;
    },
    stop: () => clearInterval(timer),
  };
}
