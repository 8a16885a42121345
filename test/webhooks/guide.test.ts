import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { useService } from '../support/service.js';
import { newOwner } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'receiver-'));
});
afterAll(async () => {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true });
});

/** The code of docs/guides/webhooks.md in a language; fails when there is not exactly one. */
function snippet(wanted: string): string {
  const blocks = codeBlocks('docs/guides/webhooks.md').filter(({ language }) => language === wanted);
  expect(blocks).toHaveLength(1);
  return blocks[0]?.code ?? '';
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('python3 is not on this machine: the receiver for Python is not tested\n');

describe.each([
  { language: 'js', file: 'receiver.mjs', command: process.execPath, run: test },
  { language: 'python', file: 'receiver.py', command: 'python3', run: hasPython ? test : test.skip },
])('the receiver in $language', ({ language, file, command, run }) => {
  run('takes what the service sends, and nothing else', async () => {
    const owner = await newOwner(db, service);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await owner.listen(url);
    await writeFile(path.join(folder, file), snippet(language));
    const env = { PATH: process.env.PATH, SECRET: secret, PORT: String(port) };
    const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const send = async (body: string, headers: Record<string, string> = {}) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    expect(await eventually(() => send('{}').catch(() => undefined))).toBe(401);
    expect(await send('{}', { 'x-service-signature': 'f'.repeat(64) })).toBe(401);

    const postGroupId = await owner.schedule();
    const [delivery] = await owner.ended(id);
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ status: 204 }] });
    await eventually(async () => printed.includes(postGroupId) || undefined);
    expect(printed).toMatch(/^post\.scheduled \{"postId": ?"/);
  });
});

test('the mutation works', async () => {
  const owner = await newOwner(db, service);
  const { createWebhook } = await owner.run(snippet('graphql'));
  expect(createWebhook.secret).toMatch(/^whsec_/);
});
