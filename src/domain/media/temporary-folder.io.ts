import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { processStart } from '../../foundation/process/process-identity.js';

/** A new folder, which is deleted with all that is in it when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

export async function openTemporaryFolder(parent: string): Promise<TemporaryFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, `${await ownerName(process.pid)}-`));
  return {
    path: folder,
    // A failure here does not fail the work: the next start deletes leftovers.
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  };
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
