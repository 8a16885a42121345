/** A process of the service as a supervisor runs it: one that ends by itself is started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, type ServiceOptions, startService } from '../support/service.js';

export interface Supervised {
  /** As it runs now. */
  service(): Service;
  /** How it has ended by itself, once for each time. */
  readonly ends: string[];
  /** kill -9, after which it is not started again. */
  kill(): Promise<void>;
  /** SIGTERM; the time that it took in milliseconds, null: it did not end within the limit and was killed. */
  stop(): Promise<number | null>;
}

/** Longer than the service gives itself for an ordered stop. */
const STOP_WITHIN_MS = 30_000;
const RESTART_MS = 500;
/** What a process that ended by itself has said: an error with its stack. */
const LAST_LINES = 20;

export async function supervise(options: ServiceOptions): Promise<Supervised> {
  const ends: string[] = [];
  let current = await startService(options);
  let isOver = false;
  let restarting: Promise<void> = Promise.resolve();

  const watch = (service: Service): void => {
    void service.exited.then(([code, signal]) => {
      if (isOver) return;
      const last = service.errors.slice(-LAST_LINES).join('\n') || 'nothing was logged';
      ends.push(`${code ?? signal}: ${last}`);
      restarting = restart();
    });
  };
  /** Tries until the process has started: its database may be unavailable. */
  const restart = async (): Promise<void> => {
    for (;;) {
      await sleep(RESTART_MS);
      if (isOver) return;
      const started = await startService(options).catch(() => undefined);
      if (!started) continue;
      current = started;
      if (isOver) await started.kill();
      else watch(started);
      return;
    }
  };
  watch(current);

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    isOver = true;
    await restarting;
    const began = performance.now();
    const force = setTimeout(() => process.kill(current.pid, 'SIGKILL'), STOP_WITHIN_MS);
    try {
      process.kill(current.pid, signal);
    } catch {
      // It has ended already.
    }
    const [, how] = await current.exited;
    clearTimeout(force);
    return how === 'SIGKILL' ? null : performance.now() - began;
  };
  return {
    service: () => current,
    ends,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}
