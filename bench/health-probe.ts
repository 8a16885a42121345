/** A thread that polls the health of a process, so that the load of the bench delays no response. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 2;

let latencies: number[] = [];
/** Any message: the latencies since the last one are the response. */
parentPort?.on('message', () => {
  parentPort?.postMessage(latencies);
  latencies = [];
});

for (;;) {
  const before = performance.now();
  await (await fetch(`${workerData}/health/live`)).text();
  latencies.push(performance.now() - before);
  await pause(EVERY_MS);
}
