/**
 * `npm run dev`: runs the service and, on every change of its sources, compiles the changed files and starts it again.
 * What does not compile is reported, and the service keeps running as it was. A service that ends by itself is started
 * again with the next change.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { transformFile } from '@swc/core';
import { watch } from 'chokidar';

const TREES = ['src', 'rest-compat', 'jobs', 'sandbox'];
/** An editor, or git, writes several files at once. */
const QUIET_MS = 100;

const root = join(import.meta.dirname, '..');
// A compiler's stack is not about the source.
process.env.RUST_LIB_BACKTRACE = '0';
const changed = new Set();
let timer;
let restarting = Promise.resolve();
let service = start();

watch(TREES, { cwd: root, ignoreInitial: true }).on('all', (_event, file) => {
  if (!file.endsWith('.ts')) return;
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, QUIET_MS);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await stop();
    process.exit(0);
  });
}

function start() {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/src/main.js'], {
    cwd: root,
    stdio: 'inherit',
    // No one waits for the answers of a service that is being changed.
    env: { HTTP_DRAIN_MS: '0', ...process.env },
  });
  const started = { child, isStopping: false, ended: once(child, 'exit') };
  started.ended.then(([code, signal]) => {
    if (!started.isStopping) console.error(`The service ended with ${code ?? signal}. Waiting for a change.`);
  });
  return started;
}

async function stop() {
  service.isStopping = true;
  service.child.kill('SIGTERM');
  await service.ended;
}

async function restart() {
  const files = [...changed];
  changed.clear();
  const began = Date.now();
  try {
    await Promise.all(files.map(compile));
  } catch (error) {
    console.error(`${diagnosticOf(error)}\nThe service keeps running as it was.`);
    // Compiles these files again with the next change, which may fix them.
    for (const file of files) changed.add(file);
    return;
  }
  await stop();
  service = start();
  console.error(`${files.join(', ')} changed: compiled and starting again after ${Date.now() - began} ms.`);
}

/** Where the source is wrong, without the chain of causes. */
function diagnosticOf({ message }) {
  return message.split(/\n+Caused by:/)[0].trimEnd();
}

async function compile(file) {
  const output = join(root, '.build', file.replace(/\.ts$/, '.js'));
  if (!existsSync(join(root, file))) {
    await rm(output, { force: true });
    return;
  }
  const { code, map } = await transformFile(join(root, file), { cwd: root, sourceFileName: join(root, file) });
  await mkdir(dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map);
  await writeFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
}
