import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../foundation/errors/start-error.js';
import { notWritable, openFolder } from '../foundation/process/folder.js';
import { processStart } from '../foundation/process/process-identity.js';

interface Claim {
  readonly pid: number;
  readonly start: string;
  readonly token: string;
}

const CLAIM_FILE = 'in-use.json';
const ATTEMPTS = 20;

/**
 * Claims the data folder exclusively for this process, creating it if missing. A stale claim of a dead process is taken
 * over immediately.
 * @throws Error with one sentence for the user when another running service holds the folder.
 */
export async function claimDataFolder(dir: string): Promise<{ release(): Promise<void> }> {
  const folder = resolve(dir);
  await openFolder(folder);
  const file = join(folder, CLAIM_FILE);
  const mine: Claim = { pid: process.pid, start: (await processStart(process.pid)) ?? '', token: randomUUID() };
  let tookOver = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await writeNew(file, JSON.stringify(mine))) {
      // Someone who judged the same dead claim may have moved ours aside in the meantime: look again before relying
      // on it.
      if (tookOver) await pause(50);
      if ((await readClaim(file))?.token === mine.token) return { release: () => release(file, mine.token) };
      continue;
    }
    const held = await readFile(file, 'utf8').catch(() => undefined);
    if (held === undefined) continue;
    const claim = parseClaim(held);
    // An unreadable claim may be one that is being written at this moment; it gets half of the attempts to become whole.
    if (claim === undefined && attempt < ATTEMPTS / 2) {
      await pause(25);
      continue;
    }
    if (claim !== undefined && (await processStart(claim.pid)) === claim.start) {
      throw new StartError(
        `The data folder ${folder} is in use by another running service (pid ${claim.pid}): stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await moveAside(file, held);
    tookOver = true;
  }
  throw new StartError(
    `The data folder ${folder} could not be claimed: other services are competing for it; set DATA_DIR.`,
  );
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw notWritable(dirname(file), error);
  }
}

/** Removes the dead claim that was read, and puts back what it caught when that was a newer one. */
async function moveAside(file: string, judged: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== judged) await link(aside, file).catch(() => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function release(file: string, token: string): Promise<void> {
  if ((await readClaim(file))?.token === token) await rm(file, { force: true });
}

async function readClaim(file: string): Promise<Claim | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return parseClaim(text);
}

function parseClaim(text: string): Claim | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, start, token } = value as Partial<Claim>;
    if (typeof pid !== 'number' || typeof start !== 'string' || typeof token !== 'string') return undefined;
    return { pid, start, token };
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
