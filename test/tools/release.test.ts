/** `npm run release`, in a scratch repository that has the files which a release changes. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const TOOL = resolve('tools/release.mjs');
const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
const CHANGED = [
  '.github',
  'clients',
  'deploy',
  'docs',
  'src/foundation/process',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
];

let base: string;
let folder: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'release-base-'));
  for (const file of [...CHANGED, 'schema.graphql']) {
    await cp(file, join(base, file), {
      recursive: true,
      filter: (source) => !/node_modules|clients\/\w+\/(binary|dist|LICENSE)$|\.tgz$|docs\/pictures/.test(source),
    });
  }
  folder = base;
  git('init', '--quiet');
  commit();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  git('clone', '--quiet', base, '.');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => rm(base, { recursive: true, force: true }));

/** The environment without the user's Git settings. */
const env = {
  ...process.env,
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' },
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
function commit() {
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'Before');
}
const read = (file: string) => readFile(join(folder, file), 'utf8');
const json = async (file: string) => JSON.parse(await read(file));
/** Lines of the scratch repository, with their files; exit code 1 says that there is none. */
const found = (pattern: string, ...paths: string[]): string =>
  spawnSync('git', ['grep', '--line-number', '-E', pattern, '--', '.', ...paths], { cwd: folder, encoding: 'utf8' })
    .stdout;
const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [TOOL, ...args], { cwd: folder, env }).then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** The notes of what is not released yet. */
const unreleased = async () =>
  /## \[Unreleased\]\n+(.*?)\n*(?=^## |(?![\s\S]))/ms.exec(await read('CHANGELOG.md'))?.[1] ?? '';

test('a dry run says what a release would change and note, and changes nothing', async () => {
  const before = state();
  const { code, stdout, stderr } = await run('99.0.0', '--dry-run');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const file of ['CHANGELOG.md', 'package.json', 'clients/n8n/package-lock.json', 'deploy/compose.yaml']) {
    expect(stdout).toContain(`  ${file}\n`);
  }
  expect(stdout).toContain(await unreleased());
  expect(stdout).toMatch(/Dry run: nothing was written\.\n$/);
  expect(state()).toEqual(before);
});

test('a release is a commit with its version and its section, and a tag with the notes', async () => {
  const notes = await unreleased();
  expect(await run('99.0.0-beta.1')).toMatchObject({ code: 0, stderr: '' });
  expect(git('log', '-1', '--format=%s')).toBe('Release 99.0.0-beta.1\n');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--list', '--format=%(refname:short) %(contents:subject)')).toBe('v99.0.0-beta.1 99.0.0-beta.1\n');
  expect(git('tag', '--list', '--format=%(contents:body)').trim()).toBe(notes);

  const changelog = await read('CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  expect(changelog).toContain(`## [Unreleased]\n\n## [99.0.0-beta.1] - ${today}\n\n${notes}`);
  expect(changelog).not.toContain('There is no release yet');
  for (const file of ['package.json', 'package-lock.json', 'clients/typescript/package.json']) {
    expect((await json(file)).version).toBe('99.0.0-beta.1');
  }
  expect((await json('package-lock.json')).packages[''].version).toBe('99.0.0-beta.1');
  // No place is forgotten. The CHANGELOG may name it, and packages may have the same version.
  expect(found(`(^|[^0-9.])${VERSION.replaceAll('.', '\\.')}([^0-9.]|$)`, ':!*package*.json', ':!CHANGELOG.md')).toBe(
    '',
  );
  expect(await read('docs/releases/schema.graphql')).toBe(await read('schema.graphql'));
  expect(await read('docs/releases/schema-changelog.md')).toContain(`## 99.0.0-beta.1 (${today})`);
});

test('every place names the repository that package.json of the root names', async () => {
  const url = `git+https://github.com/Acme/publishing.git`;
  await writeFile(join(folder, 'package.json'), (await read('package.json')).replace(/git\+https:[^"]*/, url));
  commit();
  expect(await run('99.0.0')).toMatchObject({ code: 0 });
  expect((await json('clients/cli/package.json')).repository).toMatchObject({ url, directory: 'clients/cli' });
  expect(await read('.github/CODEOWNERS')).toContain('@Acme/maintainers');
  expect(await read('docs/guides/automation.md')).toContain('uses: Acme/publishing/clients/github-action@v99.0.0');
  // Names of images are in lower case.
  expect(await read('deploy/compose.yaml')).toContain('ghcr.io/acme/publishing:v99.0.0');
  expect(await read('docs/operating.md')).toContain('oci://ghcr.io/acme/charts/social-publishing --version 99.0.0');
  expect(found('your-organization')).toBe('');
});

test.each([
  ['no version', [], 'Usage: npm run release -- <version> [--dry-run]'],
  ['what is no version', ['next'], 'next is not a version such as 1.2.3 or 1.3.0-beta.1.'],
  ['a tag in place of a version', ['v99.0.0'], 'v99.0.0 is not a version such as 1.2.3 or 1.3.0-beta.1.'],
  ['a version that is not higher', ['0.0.1'], `0.0.1 is not higher than the present version, ${VERSION}.`],
])('%s is refused', async (_what, args, sentence) => {
  const before = state();
  const { code, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${sentence}\n` });
  expect(state()).toEqual(before);
});

test('so are changes that are not committed, a tag that exists, and a changelog with nothing new', async () => {
  await writeFile(join(folder, 'left.txt'), '');
  expect(await run('99.0.0')).toMatchObject({
    code: 1,
    stderr: 'The checkout has changes: commit or stash them first.\n',
  });
  await rm(join(folder, 'left.txt'));
  git('tag', 'v99.0.0');
  expect(await run('99.0.0')).toMatchObject({ code: 1, stderr: 'The tag v99.0.0 exists.\n' });
  expect(await run('99.0.1')).toMatchObject({ code: 0 });
  expect(await run('99.0.2')).toMatchObject({
    code: 1,
    stderr: 'CHANGELOG.md has nothing under [Unreleased]: what is released?\n',
  });
});

test('the workflow pins every action to a commit, and publishes only what CI has passed', async () => {
  for (const file of ['ci', 'release']) {
    const uses = [...(await read(`.github/workflows/${file}.yml`)).matchAll(/uses: (\S+)(.*)/g)];
    expect(uses.length).toBeGreaterThan(1);
    for (const [, action = '', comment] of uses) {
      if (!action.startsWith('./'))
        expect(`${action}${comment}`).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
  const { jobs } = parse(await read('.github/workflows/release.yml'));
  expect(jobs.check.uses).toBe('./.github/workflows/ci.yml');
  const needs = ['npm', 'image', 'binary', 'documentation', 'chart', 'notes'].map((job) => jobs[job].needs);
  const published = ['npm', 'chart', 'binary', 'documentation'];
  expect(needs).toEqual(['check', 'check', 'check', 'check', 'image', published]);
});
