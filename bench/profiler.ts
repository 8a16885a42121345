/** Loaded into a process that is measured: makes a CPU profile between two messages, and answers with its file. */
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_US = 250;

if (isMainThread && process.send) {
  const session = new Session();
  process.on('message', async (message) => {
    if (message === 'start') {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
      await session.post('Profiler.start');
      process.send?.('started');
      return;
    }
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const file = path.join(tmpdir(), `bench-${process.pid}.cpuprofile`);
    await writeFile(file, JSON.stringify(profile));
    process.send?.(file);
  });
  process.channel?.unref();
}
