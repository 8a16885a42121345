import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { codeBlocks } from '../support/documents.js';

const run = promisify(execFile);

/** What the steps change, and what is needed to build and to try it. */
const COPIED = [
  ...['src', 'rest-compat', 'jobs', 'sandbox', 'test', 'bench', 'tools', 'package.json', 'package-lock.json'],
  ...['clients/typescript', 'schema.graphql', '.swcrc', 'jest.config.mjs', 'tsconfig.json'],
];

/** The suites that run over the registry. */
const SUITES = 'test/platforms/(conformance(-\\w+)?|connecting|metrics)\\.test';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'toy-'));
  // A Node that was brought lies in tools/node.
  const filter = (name: string) => path.basename(name) !== 'node_modules';
  await Promise.all(COPIED.map((name) => cp(name, path.join(folder, name), { recursive: true, filter })));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a file. The first line of the code has its name. */
async function create(code: string): Promise<void> {
  const [, name = ''] = /^\/\/ (\S+)\n/.exec(code) ?? [];
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, code, { flag: 'wx' });
}

/** Changes of files: `--- <name>`, then lines that are there (after a space) and lines to add (after a plus). */
async function change(code: string): Promise<void> {
  for (const hunk of code.split(/^--- /m).slice(1)) {
    const [name = '', ...lines] = hunk.trimEnd().split('\n');
    const file = path.join(folder, name);
    const before = lines.filter((line) => line.startsWith(' ')).map((line) => line.slice(1));
    const after = lines.map((line) => line.slice(1));
    const parts = (await readFile(file, 'utf8')).split(before.join('\n'));
    expect({ name, found: parts.length - 1 }).toEqual({ name, found: 1 });
    await writeFile(file, parts.join(after.join('\n')));
  }
}

const node = (script: string, ...args: string[]) =>
  run(process.execPath, [path.resolve('node_modules', script), ...args], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${script} failed:\n${stdout}${stderr}`);
  });

describe('a platform that is added as docs/adding-a-platform.md says', () => {
  beforeAll(async () => {
    for (const { language, code } of codeBlocks('docs/adding-a-platform.md')) {
      await (language === 'diff' ? change(code) : create(code));
    }
  });

  test('is made of code whose types fit', async () => {
    const include = ['src/platforms/toy', 'sandbox/toy'];
    const compilerOptions = { lib: ['ES2023', 'ES2024.String', 'DOM'], incremental: false };
    const tsconfig = path.join(folder, 'tsconfig.toy.json');
    await writeFile(tsconfig, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }));
    await node('typescript/bin/tsc', '--project', tsconfig);
  }, 300_000);

  test('is in the schema after it was generated again', async () => {
    // Builds, too.
    await run('npm', ['run', '--silent', 'schema'], { cwd: folder });
    const schema = await readFile(path.join(folder, 'schema.graphql'), 'utf8');
    expect(schema).toMatch(/^enum Platform \{[^}]*^ {2}TOY$/m);
  }, 300_000);

  test('passes the conformance suites', async () => {
    const { projects } = (await import(pathToFileURL(path.join(folder, 'jest.config.mjs')).href)).default;
    const { globalSetup: _up, globalTeardown: _down, ...config } = projects[1];
    const results = path.join(folder, 'results.json');
    await node(
      'jest/bin/jest.js',
      ...['--config', JSON.stringify(config), '--json', '--outputFile', results],
      ...['--runInBand', '--testPathPatterns', SUITES, '--testNamePattern', '^toy '],
    );
    const { numFailedTests, numPassedTests } = JSON.parse(await readFile(results, 'utf8'));
    expect(numFailedTests).toBe(0);
    expect(numPassedTests).toBeGreaterThan(40);
  }, 300_000);
});
