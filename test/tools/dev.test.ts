import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/eventually.js';

let root: string;
let dev: ChildProcess;
let output: string;

const change = (source: string) => writeFile(path.join(root, 'src/main.ts'), source);
const says = (text: string) => eventually(async () => output.includes(text) || undefined);
const running = (name: string) => `console.log('this is ${name}' as string);\nsetInterval(() => undefined, 1000);\n`;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dev-'));
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  await cp('tools/dev.mjs', path.join(root, 'tools/dev.mjs'));
  await cp('.swcrc', path.join(root, '.swcrc'));
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const folder of ['src', '.build/src']) await mkdir(path.join(root, folder), { recursive: true });
  await change(running('the first'));
  await writeFile(path.join(root, '.build/src/main.js'), running('the first').replace(' as string', ''));
  output = '';
  dev = spawn(process.execPath, ['tools/dev.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk));
});
afterAll(async () => {
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  output = '';
});

test('a change is compiled, and the service starts again', async () => {
  // The first change that is seen: files are watched from a moment after the start.
  await eventually(async () => {
    await change(running('the second'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return output.includes('this is the second') || undefined;
  });
});

test('what does not compile is shown where it is wrong, without a native stack, and the service keeps running', async () => {
  await change('export const wrong = ;\n');
  await says('The service keeps running as it was.');
  expect(output).toContain('Expression expected');
  expect(output).toContain('export const wrong = ;');
  expect(output).not.toMatch(/backtrace|Caused by|threadpool/);
});

test('a service that ends at its start is said to wait for a change, which starts it again', async () => {
  await change('process.exit(3);\n');
  await says('The service ended with 3. Waiting for a change.');
  await change(running('the third'));
  await says('this is the third');
});
