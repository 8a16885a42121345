import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { noise } from './support.js';

const MB = 2 ** 20;
const compiled = (name: string) =>
  JSON.stringify(pathToFileURL(path.resolve(`.build/src/domain/media/${name}.js`)).href);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Resident memory of a process and of those that it started, in bytes. */
async function memoryOf(pid: number | undefined): Promise<{ own: number; all: number }> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const sum = (of: typeof rows) => of.reduce((total, [, , rss = 0]) => total + rss * 1024, 0);
  return {
    own: sum(rows.filter(([id]) => id === pid)),
    all: sum(rows.filter(([id, parent]) => id === pid || parent === pid)),
  };
}

it('twenty photos of 24 megapixels at once need no more memory than two', async () => {
  const photo = path.join(folder, 'photo.jpg');
  await noise(6000, 4000).jpeg().toFile(photo);
  const code = `
    import { open } from 'node:fs/promises';
    import { makeConvertImage } from ${compiled('convert')};
    import { makeMediaProcesses } from ${compiled('media-processes.io')};
    const convertImage = makeConvertImage(makeMediaProcesses({ concurrency: 2 }));
    const file = await open(${JSON.stringify(photo)});
    const { size } = await file.stat();
    const read = async (start, length) => (await file.read(Buffer.alloc(length), 0, length, start)).buffer;
    const conversion = { formats: {}, default: 'jpeg', maxWidth: 2000, maxHeight: 2000, maxBytes: 1000000 };
    const one = () => convertImage({ userId: 'user', size, read }, { conversion, maxBytes: 1000000 }, ${JSON.stringify(folder)});
    const made = await Promise.all(Array.from({ length: 20 }, one));
    console.log(JSON.stringify(made.map(({ width, bytes }) => width <= 2000 && bytes <= 1000000)));
    process.exit();
  `;
  const service = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  const said = text(service.stdout);
  let most = { own: 0, all: 0 };
  while (service.exitCode === null) {
    const { own, all } = await memoryOf(service.pid);
    most = { own: Math.max(most.own, own), all: Math.max(most.all, all) };
  }
  await ended;
  expect(JSON.parse(await said)).toEqual(Array(20).fill(true));
  expect(most.own).toBeLessThan(200 * MB);
  expect(most.all).toBeLessThan(700 * MB);
  // It was measured while it ran.
  expect(most.all).toBeGreaterThan(most.own + 100 * MB);
}, 240_000);
