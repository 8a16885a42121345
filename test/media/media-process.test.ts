import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
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
    const source = sourceOf(await plain(100, 100, 'red').png().toBuffer());
    let most = 0;
    const read = async (start: number, length: number) => {
      most = Math.max(most, (await childrenOf(process.pid, 'media-process-main.js')).length);
      return source.read(start, length);
    };
    const probe = makeProbe(mediaProcesses({ concurrency: 2 }));
    const probed = await Promise.all(Array.from({ length: 6 }, () => probe({ ...source, read }, '')));
    expect(probed.map(({ kind }) => kind)).toEqual(Array(6).fill('image'));
    expect(most).toBe(2);
  });

  it('ends with the process that waits for it, also when that is killed', async () => {
    const compiled = (name: string) =>
      JSON.stringify(pathToFileURL(path.resolve(`.build/src/domain/media/${name}.js`)).href);
    const code = `
      import { makeMediaProcesses } from ${compiled('media-processes')};
      const run = makeMediaProcesses({ concurrency: 1 });
      run('probeBySharp', { is: 'a file', size: 1 }, { userId: 'user', read() { console.log('started'); return new Promise(() => {}); } });
      setInterval(() => {}, 1000);
    `;
    const waiting = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(waiting.stdout, 'data');
    const [child = 0] = await childrenOf(waiting.pid, 'media-process-main.js');
    expect(child).toBeGreaterThan(0);
    waiting.kill('SIGKILL');
    const isGone = () => {
      try {
        process.kill(child, 0);
        return undefined;
      } catch {
        return true;
      }
    };
    expect(await eventually(async () => isGone())).toBe(true);
  });
});
