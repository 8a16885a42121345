import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { makeSharedFiles, type SharedFiles, type ShareFile } from '../../src/domain/media/shared-files.io.js';
import { eventually } from '../support/eventually.js';

let temporary: string;
let files: SharedFiles;
beforeEach(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'shared-'));
  files = makeSharedFiles({ temporary, keepBytes: 100 });
});
afterEach(async () => {
  await files.close();
  await rm(temporary, { recursive: true, force: true });
});

let made = 0;
const write =
  (bytes = 10) =>
  async (folder: string) => {
    made += 1;
    const at = path.join(folder, 'file');
    await writeFile(at, `${made}`);
    return { path: at, bytes };
  };
async function withFiles<T>(shared: SharedFiles, work: (share: ShareFile) => Promise<T>): Promise<T> {
  using used = shared.use();
  return await work(used.share);
}
const isEmpty = () => eventually(async () => (await readdir(temporary)).length === 0 || undefined);

it('is made once for all who need it at the same time', async () => {
  const use = () => withFiles(files, async (share) => readFile((await share('a', write())).path, 'utf8'));
  const read = await Promise.all([use(), use(), use()]);
  expect(new Set(read).size).toBe(1);
});

it('is kept for those who need it a moment later, and deleted after that', async () => {
  const briefly = makeSharedFiles({ temporary, keepMs: 200 });
  const use = () => withFiles(briefly, async (share) => readFile((await share('a', write())).path, 'utf8'));
  expect(await use()).toBe(await use());
  await isEmpty();
});

it('is deleted at once where too much is kept already', async () => {
  const use = (key: string, bytes: number) => withFiles(files, async (share) => (await share(key, write(bytes))).path);
  const kept = await use('a', 60);
  const deleted = await use('b', 60);
  await eventually(async () => !existsSync(deleted) || undefined);
  expect(existsSync(kept)).toBe(true);
});

it('that cannot be made fails all who wait for it, and is made anew for the next', async () => {
  const fail = async () => {
    await turn();
    throw new Error('The storage is away');
  };
  const use = (make: () => Promise<never>) => withFiles(files, (share) => share('a', make));
  const results = await Promise.allSettled([use(fail), use(fail)]);
  expect(results).toMatchObject(Array(2).fill({ reason: { message: 'The storage is away' } }));
  await expect(withFiles(files, (share) => share('a', write()))).resolves.toBeDefined();
});

it('exists until the work of each user has ended, in whatever order they come and go', async () => {
  const turns = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), begin: fc.nat(8), last: fc.nat(8) }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(turns, fc.constantFrom(0, 15, 100), async (users, keepBytes) => {
      const shared = makeSharedFiles({ temporary, keepBytes });
      const wait = async (count: number) => {
        for (let i = 0; i < count; i += 1) await turn();
      };
      const use = async ({ key, begin, last }: (typeof users)[number]) => {
        await wait(begin);
        return withFiles(shared, async (share) => {
          const { path: at } = await share(key, write());
          await wait(last);
          return existsSync(at);
        });
      };
      expect(await Promise.all(users.map(use))).toEqual(users.map(() => true));
      await shared.close();
      expect(await readdir(temporary)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
