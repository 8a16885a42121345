import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A build and a run of jest, on a machine that is busy with other tests. */
const PATIENCE_MS = 600_000;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stale-build-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test(
  'plain jest runs on the sources as they are, not as they were built last',
  async () => {
    for (const name of [
      ...['package.json', 'package-lock.json', '.swcrc', 'tools', 'test/support'],
      ...['src', 'rest-compat', 'jobs', 'sandbox', '.build'],
      ...(await readdir('.')).filter((name) => name.startsWith('jest.config.')),
    ]) {
      // A Node that was brought lies in tools/node.
      const filter = (file: string) => basename(file) !== 'node_modules';
      await cp(name, join(root, name), { recursive: true, preserveTimestamps: true, filter });
    }
    await symlink(resolve('node_modules'), join(root, 'node_modules'));
    await writeFile(join(root, '.build/src/edited.js'), `export const message = 'as it was built';`);
    await writeFile(join(root, 'src/edited.ts'), `export const message: string = 'as it is';`);
    await mkdir(join(root, 'test/contract'));
    await writeFile(
      join(root, 'test/contract/edited.test.ts'),
      `test('the build', async () => {
         const { message } = await import('../../src/edited.js');
         expect(message).toBe('as it is');
       });`,
    );
    const jest = resolve('node_modules/jest/bin/jest.js');
    const run = promisify(execFile)(process.execPath, [jest, '-w', '1', 'test/contract'], { cwd: root });
    expect((await run).stderr).toMatch(/^Tests: +1 passed, 1 total$/m);
  },
  PATIENCE_MS,
);
