import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { RunInMediaProcess } from '../../src/domain/media/media-processes.io.js';
import { MediaRefused } from '../../src/domain/media/media-refused.js';
import { makeProbe } from '../../src/domain/media/probe.js';
import { eventually } from '../support/eventually.js';
import { fixture, mediaProcesses, plain, sourceOf } from './support.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'media-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What happens to a task when the program does this instead. */
async function runProgram(code: string, limits: { timeoutMs?: number } = {}): Promise<unknown> {
  const program = path.join(folder, 'program.mjs');
  await writeFile(program, code);
  const run = mediaProcesses({ program, ...limits });
  return run('probeBySharp', { is: 'a file', size: 1 }, { userId: 'user', read: async () => Buffer.alloc(1) });
}

/** Processes that another one started with a program. */
async function childrenOf(parent: number | undefined, program: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([pid, ppid, ...args]) =>
    Number(ppid) === parent && args.some((arg) => arg.endsWith(program)) ? [Number(pid)] : [],
  );
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What the program below does with a file. */
interface Told {
  answer?: 'done' | 'refused' | 'exit' | 'hang';
  /** The same, from the second file of a process on. */
  later?: Told['answer'];
  ms?: number;
}

/** Answers with its pid and the accounts whose files it was given, in their order. */
const TELLING = `
  const users = [];
  process.on('disconnect', () => process.exit());
  process.on('message', ({ argument: { userId, answer = 'done', later = answer, ms = 0 } }) => {
    const now = users.push(userId) > 1 ? later : answer;
    if (now === 'hang') for (;;);
    setTimeout(() => {
      if (now === 'exit') process.exit(1);
      process.send(now === 'done' ? { done: { pid: process.pid, users } } : { refused: 'It is refused' });
    }, ms);
  });
`;

/** Opens files of accounts with that program. */
async function telling(limits: Parameters<typeof mediaProcesses>[0] = {}) {
  const program = path.join(folder, 'telling.mjs');
  await writeFile(program, TELLING);
  const run = mediaProcesses({ program, keepMs: 10_000, ...limits }) as unknown as (
    ...args: [string, unknown, Parameters<RunInMediaProcess>[2]]
  ) => Promise<{ pid: number; users: (string | null)[] }>;
  return (userId: string | null, told: Told = {}) =>
    run('probeBySharp', { userId, ...told }, { userId, read: async () => Buffer.alloc(0) });
}

describe('a media process', () => {
  it('has nothing of the environment, where secrets are', async () => {
    process.env.MEDIA_TEST_SECRET = 'secret';
    const seen = await runProgram('process.send({ done: process.env })');
    delete process.env.MEDIA_TEST_SECRET;
    expect(seen).toEqual({ NODE_CHANNEL_FD: undefined, NODE_CHANNEL_SERIALIZATION_MODE: undefined });
  });

  it('that never ends is ended, and the file is to blame', async () => {
    const running = runProgram('for (;;);', { timeoutMs: 300 });
    await expect(running).rejects.toEqual(new MediaRefused('The file could not be read within 1 seconds'));
    expect(await childrenOf(process.pid, 'program.mjs')).toEqual([]);
  });

  it('that crashes ends nothing but itself, and the file is to blame', async () => {
    const unsafe = new MediaRefused(
      'The file cannot be opened safely: it needs too much memory, or crashes the decoder',
    );
    await expect(runProgram('process.abort()')).rejects.toEqual(unsafe);
  });

  it('that takes too much memory is ended, and the file is to blame', async () => {
    const bytes = await plain(8192, 8192, 'red').png().toBuffer();
    const image = sourceOf(bytes);
    const run = mediaProcesses({ memoryBytes: 150 * 2 ** 20 });
    const file = path.join(folder, 'file');
    const running = run(
      'convertImage',
      { is: '', size: bytes.length, target: { format: 'png', maxBytes: 1e9 }, file },
      image,
    );
    await expect(running).rejects.toThrow('The file cannot be opened safely');
    await expect(running).rejects.toBeInstanceOf(MediaRefused);
  });

  it.each(['process.exit(1)', 'throw new Error()', "process.kill(process.pid, 'SIGTERM')"])(
    'that ends by %s says nothing about the file: it may be tried again',
    async (code) => {
      const running = runProgram(code);
      await expect(running).rejects.toThrow('The media process exited without a result');
      await expect(running).rejects.not.toBeInstanceOf(MediaRefused);
    },
  );

  it('may read so much and no more', async () => {
    const run = mediaProcesses({ readBytes: 5000 });
    const bytes = fixture('index-last.mp4');
    const running = run('probeByMediainfo', { is: 'a video', size: bytes.length }, sourceOf(bytes));
    await expect(running).rejects.toThrow('The file is too large or malformed');
  });

  it('has its own time: that of a slow storage does not count', async () => {
    const code = `
      let reads = 0;
      process.on('message', () => (reads++ < 3 ? process.send({ read: { start: 0, length: 1 } }) : process.send({ done: 'read' })));
    `;
    const program = path.join(folder, 'program.mjs');
    await writeFile(program, code);
    const read = () => new Promise<Buffer>((resolve) => setTimeout(resolve, 1500, Buffer.alloc(1)));
    const run = mediaProcesses({ program, timeoutMs: 4000 });
    expect(await run('probeBySharp', { is: 'a file', size: 1 }, { userId: 'user', read })).toBe('read');
  });

  it('there are no more at a time than are allowed, and whoever waits gets a turn', async () => {
    let most = 0;
    const bytes = await plain(100, 100, 'red').png().toBuffer();
    const probe = makeProbe(mediaProcesses({ concurrency: 2 }));
    const probed = await Promise.all(
      Array.from({ length: 9 }, (_, number) => {
        const source = sourceOf(bytes, `user ${number % 3}`);
        const read = async (start: number, length: number) => {
          most = Math.max(most, (await childrenOf(process.pid, 'media-process.main.js')).length);
          return source.read(start, length);
        };
        return probe({ ...source, read }, '');
      }),
    );
    expect(probed.map(({ kind }) => kind)).toEqual(Array(9).fill('image'));
    expect(most).toBe(2);
  });

  it.each([
    ['when that is killed while a file is open', 'SIGKILL', [null, 'SIGKILL']],
    ['which it does not keep alive once its file has been read', 'SIGUSR2', [0, null]],
  ] as const)('ends with the process that started it, %s', async (_, signal, end) => {
    const compiled = (name: string) =>
      JSON.stringify(pathToFileURL(path.resolve(`.build/src/domain/media/${name}.js`)).href);
    const image = await plain(8, 8, 'red').png().toBuffer();
    const code = `
      import { once } from 'node:events';
      import { makeMediaProcesses } from ${compiled('media-processes.io')};
      const image = Buffer.from('${image.toString('base64')}', 'base64');
      const run = makeMediaProcesses({ concurrency: 1, keepMs: 10_000 });
      const read = async () => {
        const readable = once(process, 'SIGUSR2');
        console.log('open');
        await readable;
        return image;
      };
      await run('probeBySharp', { is: 'a file', size: image.length }, { userId: 'user', read });
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(parent, 'exit');
    await once(parent.stdout, 'data');
    const [child = 0] = await childrenOf(parent.pid, 'media-process.main.js');
    expect(child).toBeGreaterThan(0);
    parent.kill(signal);
    expect(await ended).toEqual(end);
    expect(await eventually(async () => !isAlive(child) || undefined)).toBe(true);
  });
});

describe('a media process that has opened a file', () => {
  it('opens further files of the same account, and none of another', async () => {
    const open = await telling();
    const [first, second, other] = [await open('one'), await open('one'), await open('two')];
    expect(second).toEqual({ pid: first.pid, users: ['one', 'one'] });
    expect(other.users).toEqual(['two']);
    expect(await open('one')).toEqual({ pid: first.pid, users: ['one', 'one', 'one'] });
  });

  it('is never given a file of another account, nor any after one that failed, in whatever order they come', async () => {
    const file = fc.record({
      userId: fc.constantFrom('one', 'two', 'three', null),
      answer: fc.constantFrom('done' as const, 'done' as const, 'refused' as const, 'exit' as const),
      ms: fc.integer({ min: 0, max: 20 }),
      /** Whether the file before is waited for. */
      isNext: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (files, concurrency) => {
          const open = await telling({ concurrency, filesPerProcess: 3 });
          const openOrNull = (...file: Parameters<typeof open>) => open(...file).catch(() => null);
          const opened: ReturnType<typeof openOrNull>[] = [];
          for (const { userId, answer, ms, isNext } of files) {
            const answered = openOrNull(userId, { answer, ms });
            opened.push(answered);
            if (isNext) await answered;
          }
          const answers = await Promise.all(opened);
          expect(answers.map((answer) => answer !== null)).toEqual(files.map(({ answer }) => answer === 'done'));
          const places = new Set<string>();
          for (const [number, answer] of answers.entries()) {
            if (!answer) continue;
            const { pid, users } = answer;
            // All that it was given were of this account, were answered, and were no more than it may open.
            expect(new Set(users)).toEqual(new Set([files[number]?.userId]));
            expect(users.length).toBeLessThanOrEqual(files[number]?.userId === null ? 1 : 3);
            places.add(`${pid} ${users.length}`);
            for (let before = 1; before < users.length; before++)
              expect(answers.some((other) => other?.pid === pid && other.users.length === before)).toBe(true);
          }
          expect(places.size).toBe(answers.filter(Boolean).length);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('reads each file in the context of the one that opens it', async () => {
    const context = new AsyncLocalStorage<string>();
    const source = sourceOf(await plain(8, 8, 'red').png().toBuffer());
    const run = mediaProcesses({ concurrency: 1, keepMs: 10_000 });
    const readers: unknown[] = [];
    for (const name of ['first', 'second']) {
      const read = async (start: number, length: number) => {
        const [pid] = await childrenOf(process.pid, 'media-process.main.js');
        readers.push([context.getStore(), pid]);
        return source.read(start, length);
      };
      await context.run(name, () => run('probeBySharp', { is: '', size: source.size }, { ...source, read }));
    }
    const [[, pid]] = readers as [[string, number]];
    expect(readers).toEqual([
      ['first', pid],
      ['second', pid],
    ]);
  });

  it('is ended when no further file comes', async () => {
    const { pid } = await (await telling({ keepMs: 100 }))('one');
    expect(isAlive(pid)).toBe(true);
    expect(await eventually(async () => !isAlive(pid) || undefined)).toBe(true);
  });

  it('is ended for a file of another account that has no place otherwise', async () => {
    const open = await telling({ concurrency: 2 });
    const first = await open('one');
    const second = await open('two');
    expect(isAlive(first.pid)).toBe(true);
    const third = await open('three');
    expect([first, second, third].map(({ pid }) => isAlive(pid))).toEqual([false, true, true]);
    expect((await open('two')).pid).toBe(second.pid);
  });

  it('is ended with the file that is refused, or takes too long: the next one has a new process', async () => {
    const open = await telling({ timeoutMs: 2_000, concurrency: 1 });
    const pids: number[] = [];
    for (const later of ['refused', 'hang'] as const) {
      const { pid } = await open('one');
      await expect(open('one', { later })).rejects.toBeInstanceOf(MediaRefused);
      expect(isAlive(pid)).toBe(false);
      pids.push(pid);
    }
    expect(pids).not.toContain((await open('one')).pid);
    expect(pids[0]).not.toBe(pids[1]);
  });

  it('has the same limit of memory for every file', async () => {
    const convert = mediaProcesses({ memoryBytes: 150 * 2 ** 20, concurrency: 1 });
    const toPng = (bytes: Buffer) =>
      convert(
        'convertImage',
        { is: '', size: bytes.length, target: { format: 'png', maxBytes: 1e9 }, file: path.join(folder, 'file') },
        sourceOf(bytes),
      );
    expect(await toPng(await plain(100, 100, 'red').png().toBuffer())).toMatchObject({ width: 100 });
    const large = toPng(await plain(8192, 8192, 'red').png().toBuffer());
    await expect(large).rejects.toThrow('The file cannot be opened safely');
  });

  it('does not make a file fail for what an earlier one has left: it is opened once more, by a new process', async () => {
    const open = await telling({ concurrency: 1 });
    const first = await open('one');
    const second = await open('one', { later: 'exit' });
    expect(second.pid).not.toBe(first.pid);
    expect(second.users).toEqual(['one']);
    await expect(open('one', { answer: 'exit' })).rejects.toThrow('The media process exited without a result');
  });
});
