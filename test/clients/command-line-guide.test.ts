/** The examples of docs/guides/command-line.md, run by a shell. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { file, openMediaSource } from '../media/media-source.js';
import { createAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const source = await openMediaSource();
const folder = mkdtempSync(path.join(tmpdir(), 'command-line-guide-'));
const blocks = codeBlocks('docs/guides/command-line.md').filter(({ notRun }) => notRun === undefined);

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const account = await createAccount(db);
  for (const platform of ['fediverse', 'skyfeed'] as const) await account.connect(sandbox.createAccount(platform));
  writeFileSync(path.join(folder, 'key.txt'), account.apiKey);
  for (const background of ['teal', 'navy']) {
    const image = sharp({ create: { width: 64, height: 64, channels: 3, background } });
    const bytes = await image.png().toBuffer();
    writeFileSync(path.join(folder, `${background}.png`), bytes);
    source.answers[`/${background}.png`] = file(bytes);
  }
  const program = path.join(folder, 'social-publishing');
  const main = path.resolve('.build/clients/cli/src/main.js');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(async () => {
  source.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

// In their order: the first signs in.
test.each(blocks.map(({ code }) => ({ first: code.split('\n')[0], code })))('$first', async ({ code }) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH: `${folder}:${PATH}`, NODE_COMPILE_CACHE, HOME: folder, SERVICE: service.url };
  const command = code.replaceAll('https://example.com', source.origin);
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env });
});

test('they published, each once', () => {
  const texts = sandbox.posts().map(({ text }) => text);
  expect(texts.sort()).toEqual(['From a pipe, with pictures', 'From the web', 'Hello from a shell']);
  expect(sandbox.posts().find(({ text }) => text === 'From the web')?.record).toMatchObject({
    media: [{ description: 'A teal square' }],
  });
});
