/** The examples of docs/guides/typescript.md: compiled at TypeScript's strictest, and run. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import ts from 'typescript';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { file, openMediaSource } from '../media/media-source.js';
import { createAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { useService } from '../support/service.js';
import { newOwner } from '../webhooks/support.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const web = await openMediaSource();
const folder = mkdtempSync(path.join(tmpdir(), 'typescript-guide-'));
const children: ChildProcess[] = [];

const [preamble, ...examples] = codeBlocks('docs/guides/typescript.md').filter(({ language }) => language === 'ts');
const files = examples.map(({ code, prints = '' }, index) => {
  const lines = [...`${preamble?.code}${code}`.split('\n')];
  const isImport = (line: string) => line.startsWith('import ');
  // Imports come first, as a formatter would have them.
  const source = [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
  return {
    name: `example-${index}`,
    source,
    prints,
  };
});
const isReceiver = ({ source }: { source: string }) => source.includes('createServer');

let sandbox: Sandbox;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const account = await createAccount(db);
  const target = await account.connect(sandbox.createAccount('fediverse'));
  env = {
    PATH: process.env.PATH,
    PUBLISHING_URL: service.url,
    PUBLISHING_API_KEY: account.apiKey,
    TARGET: target,
  };
  const client = path.join(folder, 'node_modules/social-publishing-client');
  mkdirSync(client, { recursive: true });
  symlinkSync(path.resolve('.build/clients/typescript/src'), path.join(client, 'src'));
  const exports = { '.': './src/index.js', './rest': './src/rest.js' };
  writeFileSync(path.join(client, 'package.json'), JSON.stringify({ type: 'module', exports }));
  const teal = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  writeFileSync(path.join(folder, 'teal.png'), teal);
  web.answers = { '/teal.png': file(teal) };
  for (const { name, source } of files) {
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    writeFileSync(
      path.join(folder, `${name}.mjs`),
      ts.transpileModule(source, { compilerOptions: options }).outputText.replaceAll('https://example.com', web.origin),
    );
  }
});
afterAll(async () => {
  for (const child of children) child.kill();
  web.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('TypeScript accepts every example', () => {
  for (const types of ['rest-types', 'error-details']) {
    execFileSync(process.execPath, [`clients/typescript/write-${types}.mjs`]);
  }
  for (const { name, source } of files) writeFileSync(path.join(folder, `${name}.mts`), source);
  const program = ts.createProgram(
    files.map(({ name }) => path.join(folder, `${name}.mts`)),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: {
        'social-publishing-client': [path.resolve('clients/typescript/src/index.ts')],
        'social-publishing-client/rest': [path.resolve('clients/typescript/src/rest.ts')],
      },
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      typeRoots: [path.resolve('node_modules/@types')],
      types: ['node'],
    },
  );
  const problems = ts.getPreEmitDiagnostics(program);
  expect(
    problems.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  ).toEqual([]);
});

test.each(files.filter((file) => !isReceiver(file)))('the example that prints "$prints"', async ({ name, prints }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [`${name}.mjs`], { cwd: folder, env });
  expect(prints).not.toBe('');
  expect(stdout).toContain(prints);
});

test('the picture from the web is published with its alternative text', async () => {
  const posts = await eventually(async () => {
    const found = sandbox.posts().filter(({ text }) => text === 'From the web');
    return found.length > 0 ? found : undefined;
  });
  expect(posts.map(({ record }) => record)).toMatchObject([{ media: [{ description: 'A teal square' }] }]);
});

test.each(files.filter(isReceiver))(
  'the receiver takes what the service sends, and nothing else',
  async ({ name, prints }) => {
    const owner = await newOwner(db, service);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await owner.listen(url);
    const child = spawn(process.execPath, [`${name}.mjs`], {
      cwd: folder,
      env: { ...env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const send = async () => (await fetch(url, { method: 'POST', body: '{}' })).status;
    expect(await eventually(() => send().catch(() => undefined))).toBe(401);
    await owner.schedule();
    expect(await owner.ended(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ status: 204 }] }]);
    await eventually(async () => printed.includes(`${prints} post.scheduled`) || undefined);
  },
);
