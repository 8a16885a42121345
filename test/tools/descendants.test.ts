/** How a suite that starts daemons ends: `npm run test:cluster`. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { processStart } from '../../src/foundation/process/process-identity.js';
import { eventually } from '../support/eventually.js';

/** A shell that waits for what it has started passes no signal on. Prints both pids. */
const DAEMON = 'sleep 600 & echo $$ $!; wait';

const SUITE = `
  import { spawn } from 'node:child_process';
  import { endDescendants } from ${JSON.stringify(path.resolve('.build/test/support/descendants.js'))};
  endDescendants(async () => console.log('closed'));
  for (const detached of [false, true]) {
    spawn('sh', ['-c', ${JSON.stringify(DAEMON)}], { detached, stdio: ['ignore', 'inherit', 'inherit'] });
  }
  process.stdin.resume().once('end', () => process.exit(1));`;

type End = (suite: ChildProcessByStdio<Writable, Readable, null>) => void;

// The suite needs Linux.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each<[how: string, end: End, code: number, last: string[]]>([
  ['is interrupted', (suite) => suite.kill('SIGINT'), 130, ['closed']],
  ['is terminated', (suite) => suite.kill('SIGTERM'), 130, ['closed']],
  ['ends by itself', (suite) => suite.stdin.end(), 1, []],
])('a suite that %s leaves no daemon, nor what that has started', async (_how, end, code, last) => {
  const suite = spawn(process.execPath, ['--input-type=module', '-e', SUITE], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: suite.stdout }).on('line', (line) => lines.push(line));
  const started = await eventually(async () =>
    lines.length === 2 ? lines.join(' ').split(' ').map(Number) : undefined,
  );
  const [exited, closed] = [once(suite, 'exit'), once(suite, 'close')];
  end(suite);
  expect(await exited).toEqual([code, null]);
  await eventually(async () => {
    const running = await Promise.all(started.map(processStart));
    expect(running).toEqual(started.map(() => undefined));
    return true;
  });
  await closed;
  expect(lines.slice(2)).toEqual(last);
});
