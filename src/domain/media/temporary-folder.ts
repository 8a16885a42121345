import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { processStart } from '../../foundation/process/process-identity.js';

/** Runs `work` with a new temporary folder within `parent`; the folder is deleted afterwards, whatever the outcome. */
export async function withTemporaryFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, `${await ownerName(process.pid)}-`));
  try {
    return await work(folder);
  } finally {
    // A failure here does not fail the work: the next start deletes leftovers.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Removes the folders of processes that are gone (killed, or the machine went down); called at start. */
export async function removeLeftoverFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [owner = '', pid] = /^(\d+)-[0-9a-f]{16}/.exec(name) ?? [];
    if (owner && owner !== (await ownerName(Number(pid))))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Names a process so that no later one with the same pid has the same name. */
async function ownerName(pid: number): Promise<string> {
  const start = (await processStart(pid)) ?? '';
  return `${pid}-${createHash('sha256').update(start).digest('hex').slice(0, 16)}`;
}
