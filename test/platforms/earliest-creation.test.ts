import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { creationTime, earliestCreation } from '../../src/platforms/kit/earliest-creation.js';
import { makePart } from './support.js';

const MINUTE = 60_000;
const TIME = new Date('2026-03-04T05:06:07.000Z').getTime();

test('no adapter reads the clock of its machine, nor waits by it', async () => {
  const folder = 'src/platforms';
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  for (const name of files) {
    const code = await readFile(path.join(folder, name), 'utf8');
    const reads = code.match(/\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bset(Timeout|Interval)\b|\btimers\b/g);
    expect({ name, reads }).toEqual({ name, reads: null });
  }
});

describe.each([-4, 0, 4])('a worker whose machine is %d minutes off', (offset) => {
  let opened: { close(): Promise<void>; http: ReturnType<typeof makeHttp>['http']; url: string };
  let platformTime = TIME;
  beforeEach(async () => {
    jest.useFakeTimers({
      now: TIME + offset * MINUTE,
      doNotFake: [
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
        'setTimeout',
        'clearTimeout',
      ],
    });
    const server = createServer((_request, response) => {
      response.setHeader('date', new Date(platformTime).toUTCString()).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The clock that all share.
    const { http, close } = makeHttp({ timeoutMs: 5_000, now: () => new Date(Date.now() - offset * MINUTE) });
    opened = {
      http,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      close: async () => {
        await close();
        server.close();
      },
    };
  });
  afterEach(async () => {
    jest.useRealTimers();
    await opened.close();
  });

  test.each([
    ['right', 0, 0],
    ['ten minutes behind', -10, -10],
    ['ten minutes ahead', 10, 0],
  ])('takes the same posts for old as every other, when the platform is %s', async (_what, platformOffset, moved) => {
    platformTime = TIME + platformOffset * MINUTE;
    const answer = await opened.http({ method: 'GET', url: opened.url });
    if (answer.kind !== 'answer') throw new Error(answer.message);
    const part = makePart('Hello', { at: new Date(TIME - 10_000) });
    const earliest = earliestCreation(part, answer);
    const expected = part.at.getTime() + (moved - 2) * MINUTE;
    expect(Math.abs(earliest - expected)).toBeLessThan(5_000);
    const anHourBefore = platformTime - 60 * MINUTE;
    expect(anHourBefore).toBeLessThan(earliest);
    const made = creationTime(new Date(platformTime - 30_000).toISOString(), answer);
    expect(Math.abs(Number(made) - (TIME - 30_000))).toBeLessThan(5_000);
  });
});
