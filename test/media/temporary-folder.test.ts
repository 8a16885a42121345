import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openTemporaryFolder, removeLeftoverFolders } from '../../src/domain/media/temporary-folder.io.js';

let parent: string;
beforeEach(async () => {
  parent = path.join(await mkdtemp(path.join(tmpdir(), 'temporary-')), 'media');
});
afterEach(() => rm(path.dirname(parent), { recursive: true, force: true }));

describe('a temporary folder', () => {
  it('is empty, for its owner only, another for each work, and gone afterwards', async () => {
    const folders = await Promise.all(
      [1, 2].map(async () => {
        await using folder = await openTemporaryFolder(parent);
        expect(await readdir(folder.path)).toEqual([]);
        expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
        await mkdir(path.join(folder.path, 'sub'));
        await writeFile(path.join(folder.path, 'sub', 'file'), 'x');
        return folder.path;
      }),
    );
    expect(new Set(folders).size).toBe(2);
    expect(await readdir(parent)).toEqual([]);
  });

  it('is gone when the work fails, and the failure is reported', async () => {
    const work = async () => {
      await using folder = await openTemporaryFolder(parent);
      await writeFile(path.join(folder.path, 'file'), 'x');
      throw new Error('no luck');
    };
    await expect(work()).rejects.toThrow('no luck');
    expect(await readdir(parent)).toEqual([]);
  });
});

describe('folders that were left behind', () => {
  const compiled = JSON.stringify(pathToFileURL(path.resolve('.build/src/domain/media/temporary-folder.io.js')).href);
  const startOwner = async () => {
    const code = `
      import { openTemporaryFolder } from ${compiled};
      console.log((await openTemporaryFolder(${JSON.stringify(parent)})).path);
      setInterval(() => {}, 1000);
    `;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(owner.stdout, 'data');
    return owner;
  };

  it('by a process that was killed are removed; those of living processes and foreign files stay', async () => {
    const living = await startOwner();
    const kept = await readdir(parent);
    expect(kept).toHaveLength(1);
    const killed = await startOwner();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await readdir(parent)).toHaveLength(2);
    await writeFile(path.join(parent, 'notes.txt'), 'mine');

    await using own = await openTemporaryFolder(parent);
    await removeLeftoverFolders(parent);
    expect((await readdir(parent)).sort()).toEqual([...kept, path.basename(own.path), 'notes.txt'].sort());
    living.kill('SIGKILL');
  });

  it('by a process whose number another process has now are removed', async () => {
    await mkdir(path.join(parent, `${process.pid}-0123456789abcdef-x`), { recursive: true });
    await removeLeftoverFolders(parent);
    expect(await readdir(parent)).toEqual([]);
  });

  it('are none where there was no folder yet', async () => {
    await expect(removeLeftoverFolders(parent)).resolves.toBeUndefined();
  });
});
