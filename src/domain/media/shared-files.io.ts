import { openTemporaryFolder } from './temporary-folder.io.js';

/** A file that was made for several users of it. */
export interface SharedFile {
  path: string;
  bytes: number;
}

/**
 * The file of a key, which exists until those that use it are released. `make` writes it into a new folder, unless
 * the file is there or being made: then they share it, or the failure to make it.
 */
export type ShareFile = <File extends SharedFile>(
  key: string,
  make: (folder: string) => Promise<File>,
) => Promise<File>;

/** Files that somebody uses, until this is disposed of. */
export interface FilesInUse extends Disposable {
  share: ShareFile;
}

export interface SharedFiles {
  use(): FilesInUse;
  /** Deletes the files that nobody uses. */
  close(): Promise<void>;
}

interface Entry {
  /** Rejects if the file cannot be made. */
  file: Promise<SharedFile>;
  /** 0 until it is made. */
  bytes: number;
  users: number;
  /** Set while the file is kept although nobody uses it. */
  timer: NodeJS.Timeout | null;
  /** Deletes the file. */
  end: () => void;
  /** Resolves once it is deleted. */
  ended: Promise<void>;
}

interface Limits {
  /** Where temporary folders are made. */
  temporary: string;
  /** How long a file is kept that nobody uses: the other targets of a post may start a moment later. */
  keepMs?: number;
  /** How much of that there may be; more is deleted at once. */
  keepBytes?: number;
}

/** Temporary files that are made once for all that need them at about the same time, as the targets of one post do. */
export function makeSharedFiles({ temporary, keepMs = 30_000, keepBytes = 2 ** 30 }: Limits): SharedFiles {
  const entries = new Map<string, Entry>();
  const deletions = new Set<Promise<void>>();

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    if (entry.timer) clearTimeout(entry.timer);
    entry.end();
    const deletion = entry.ended.finally(() => deletions.delete(deletion));
    deletions.add(deletion);
  }

  function add(key: string, make: (folder: string) => Promise<SharedFile>): Entry {
    const over = Promise.withResolvers<void>();
    const made = Promise.withResolvers<SharedFile>();
    const entry: Entry = {
      file: made.promise,
      bytes: 0,
      users: 0,
      timer: null,
      end: over.resolve,
      ended: Promise.resolve(),
    };
    entry.ended = (async () => {
      await using folder = await openTemporaryFolder(temporary);
      const file = await make(folder.path);
      entry.bytes = file.bytes;
      made.resolve(file);
      await over.promise;
    })().catch((error) => {
      remove(key, entry);
      made.reject(error);
    });
    entries.set(key, entry);
    return entry;
  }

  function acquire(key: string, make: (folder: string) => Promise<SharedFile>): Entry {
    const entry = entries.get(key) ?? add(key, make);
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    entry.users += 1;
    return entry;
  }

  function release(key: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || entries.get(key) !== entry) return;
    const kept = [...entries.values()].filter(({ timer }) => timer).reduce((sum, { bytes }) => sum + bytes, 0);
    if (kept + entry.bytes > keepBytes) remove(key, entry);
    else entry.timer = setTimeout(() => remove(key, entry), keepMs).unref();
  }

  return {
    use() {
      const used: [string, Entry][] = [];
      return {
        async share(key, make) {
          const entry = acquire(key, make);
          used.push([key, entry]);
          return (await entry.file) as Awaited<ReturnType<typeof make>>;
        },
        [Symbol.dispose]() {
          for (const [key, entry] of used) release(key, entry);
        },
      };
    },
    async close() {
      for (const [key, entry] of entries) if (entry.users === 0) remove(key, entry);
      await Promise.all(deletions);
    },
  };
}
