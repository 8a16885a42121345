import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** What is held while node_modules, .build or the Node that was brought change. */
export const lockOf = (root) => join(root, '.build', 'install.lock');

/** Runs the work while no other process runs work under the same lock file; waits for those that do. */
export async function withLock(file, work) {
  let output = false;
  while (!tryLock(file)) {
    if (holderIsAlive(file)) {
      if (!output) console.error('Waiting for another start in this folder to finish installing.');
      output = true;
    } else {
      rmSync(file, { force: true });
    }
    // Also after removing a dead lock, and by an uneven time: two who removed it shall not keep step.
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderIsAlive(file) {
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8'));
  } catch {
    return true; // Gone meanwhile: the next attempt decides.
  }
  try {
    // An empty file is one that is just being written; signal 0 to pid 0 asks about ourselves, so it counts as alive.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
