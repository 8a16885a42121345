/** A thread that requests addresses every few milliseconds: its own event loop is not kept busy by the load. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { request } from 'undici';

const PAUSE_MS = 10;

/** The latencies of each address, in milliseconds, since the last time that they were taken. */
export interface Probe {
  take(): Promise<number[][]>;
  stop(): Promise<unknown>;
}

export function startProbe(urls: readonly string[]): Probe {
  const thread = new Worker(new URL(import.meta.url), { workerData: urls });
  return {
    async take() {
      thread.postMessage('take');
      const [latencies] = await once(thread, 'message');
      return latencies;
    },
    stop: () => thread.terminate(),
  };
}

async function ask(urls: readonly string[]): Promise<void> {
  const latencies = urls.map((): number[] => []);
  parentPort?.on('message', () => parentPort?.postMessage(latencies.map((all) => all.splice(0))));
  const askOne = async (url: string, index: number) => {
    for (;;) {
      const sent = performance.now();
      while (!(await isAnswered(url))) await pause(PAUSE_MS);
      latencies[index]?.push(performance.now() - sent);
      await pause(PAUSE_MS);
    }
  };
  await Promise.all(urls.map(askOne));
}

/** False: the connection broke. The request is repeated, and is as late as the response that comes. */
const isAnswered = (url: string): Promise<boolean> =>
  request(url)
    .then(({ body }) => body.dump())
    .then(
      () => true,
      () => false,
    );

if (!isMainThread) await ask(workerData);
