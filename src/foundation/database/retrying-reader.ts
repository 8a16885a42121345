import { isTransient } from './transient-error.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface RetryingReader {
  /** There may be something to read. */
  wake(): void;
  stop(): void;
}

/**
 * Reads when woken, one read at a time: a wake-up during a read triggers one more, and a read that returns true is
 * followed by another. While the database is unavailable it retries with backoff (100 ms to 5 s) and whenever it is
 * woken; `read` has to resume where it stopped. Any other failure is final and goes to `fail`.
 */
export function makeRetryingReader(read: () => Promise<boolean>, fail: (error: unknown) => void): RetryingReader {
  let running = false;
  let again = false;
  let stopped = false;
  let endPause: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    running = true;
    let pauseMs = FIRST_PAUSE_MS;
    try {
      while (again && !stopped) {
        again = false;
        try {
          again = (await read()) || again;
          pauseMs = FIRST_PAUSE_MS;
        } catch (error) {
          if (!isTransient(error)) throw error;
          if (!stopped) await pause(pauseMs);
          again = true;
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        }
      }
    } catch (error) {
      stopped = true;
      fail(error);
    } finally {
      running = false;
    }
  }

  return {
    wake() {
      again = true;
      endPause?.();
      if (!running && !stopped) void run();
    },
    stop() {
      stopped = true;
      endPause?.();
    },
  };
}
