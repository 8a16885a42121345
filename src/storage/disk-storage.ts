import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openFolder } from '../foundation/process/folder.js';
import { DAY_MS } from '../foundation/time/durations.js';
import type { SignedAddresses } from './signed-address.js';
import { checkContentType, checkObjectKey, isObjectKey, type ObjectStorage } from './storage.js';

/** More than request headers can hold (Node's limit is 16 KiB). */
const MAX_HEAD_BYTES = 64 * 1024;
/** No upload takes this long: its writer has ended. */
const DRAFT_IS_ABANDONED_AFTER_MS = DAY_MS;

export interface DiskStorage extends ObjectStorage {
  /** Where an object lies, for the route that serves it: `file` in `folder`, its bytes from `start` on. */
  locate(key: string): Promise<{ folder: string; file: string; start: number; contentType: string } | undefined>;
}

/**
 * Objects in a folder, for a machine without S3. An object is one file: a line of JSON with its content type, then its
 * bytes, so that both appear at once when the finished file gets its name.
 */
export async function openDiskStorage(needs: {
  folder: string;
  /** Where the router of `disk-storage.http.ts` answers; known once the API listens. */
  baseUrl: () => string;
  addresses: SignedAddresses;
  clock: () => Date;
}): Promise<DiskStorage> {
  const { folder, baseUrl, addresses, clock } = needs;
  await openFolder(folder);
  await removeAbandonedDrafts(folder, clock());

  const pathOf = (key: string) => path.join(folder, fileOf(key));
  const publicUrl = (key: string) => `${baseUrl()}/${checkObjectKey(key)}`;

  return {
    receivesUploads: true,

    async signUpload(key, contentType, expiresInSeconds) {
      return `${publicUrl(key)}?${addresses.sign({ method: 'PUT', key, contentType }, expiresInSeconds)}`;
    },
    uploadKey: checkObjectKey,
    async signDownload(key, expiresInSeconds) {
      return `${publicUrl(key)}?${addresses.sign({ method: 'GET', key, contentType: null }, expiresInSeconds)}`;
    },
    publicUrl,

    async put(key, body, { contentType, place = (move) => move() }) {
      const draft = path.join(folder, `${DRAFT}${randomUUID()}`);
      try {
        checkContentType(contentType);
        const file = pathOf(key);
        const size = await write(draft, headOf(contentType), body);
        await place(() => rename(draft, file));
        return { size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      } finally {
        body.destroy();
      }
    },

    async get(key, part) {
      const found = await openObject(pathOf(key));
      if (!found) return undefined;
      const { handle, start, ...facts } = found;
      const { size } = facts;
      const { start: first, end: last } = part ?? { start: 0, end: size - 1 };
      if (first < size) {
        const body = handle.createReadStream({ start: start + first, end: start + last });
        return { body, ...facts };
      }
      await handle.close();
      return { body: Readable.from([]), ...facts };
    },

    async take(key, { from, version, contentType }) {
      checkContentType(contentType);
      if (from !== key) throw new Error('Uploads to the disk pass through the service');
      const file = pathOf(key);
      const found = await openObject(file);
      if (!found) return false;
      const draft = path.join(folder, `${DRAFT}${randomUUID()}`);
      try {
        if (found.version !== version) return false;
        if (found.contentType === contentType) return true;
        const body = found.handle.createReadStream({ start: found.start, autoClose: false });
        await write(draft, headOf(contentType), body);
        const now = await ifThere(stat(file, BIG));
        if (!now || versionOf(now) !== version) return false;
        await rename(draft, file);
        return true;
      } finally {
        await found.handle.close();
        await rm(draft, { force: true });
      }
    },

    async delete(keys) {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },

    async deleteVersion(key, version) {
      const file = pathOf(key);
      const now = await ifThere(stat(file, BIG));
      if (now && versionOf(now) === version) await rm(file, { force: true });
    },
    deleteUploads: async () => 0,

    async *list(prefix) {
      for await (const entry of await opendir(folder)) {
        const key = keyOf(entry.name);
        if (!entry.isFile() || !isObjectKey(key) || !key.startsWith(prefix)) continue;
        const stats = await ifThere(stat(path.join(folder, entry.name)));
        if (stats) yield { key, storedAt: stats.mtime };
      }
    },

    async locate(key) {
      const found = await openObject(pathOf(key));
      if (!found) return undefined;
      await found.handle.close();
      return { folder, file: fileOf(key), start: found.start, contentType: found.contentType };
    },

    close() {},
  };
}

/** One folder holds all files, so that no key is a folder of another: `+`, which no key has, replaces the slash. */
const fileOf = (key: string): string => checkObjectKey(key).replaceAll('/', '+');
const keyOf = (file: string): string => file.replaceAll('+', '/');
/** No key starts with a slash, so no object's file starts like a draft's. */
const DRAFT = '+';

const headOf = (contentType: string): Buffer => Buffer.from(`${JSON.stringify({ contentType })}\n`);

/** Writes a new file and syncs it to disk: a named file is complete, even after a power failure. */
async function write(file: string, head: Buffer, body: Readable): Promise<number> {
  // It may fail before it is read, without a listener; reading it then reports the error.
  body.on('error', () => undefined);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(head);
    await writeFile(handle, body);
    await handle.sync();
    return (await handle.stat()).size - head.length;
  } finally {
    await handle.close();
  }
}

interface OpenObject {
  handle: FileHandle;
  /** Where its bytes start. */
  start: number;
  size: number;
  contentType: string;
  version: string;
}

const BIG = { bigint: true } as const;

/** A file number is used again once its file is deleted: so the time belongs to it. */
const versionOf = ({ ino, mtimeNs }: BigIntStats): string => `${ino}-${mtimeNs}`;

/** The open file is unchanged if the object is replaced or deleted meanwhile. */
async function openObject(file: string): Promise<OpenObject | undefined> {
  const handle = await ifThere(open(file));
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
    const start = buffer.subarray(0, bytesRead).indexOf('\n') + 1;
    const { contentType } = JSON.parse(buffer.toString('utf8', 0, start)) as { contentType: string };
    const stats = await handle.stat(BIG);
    return { handle, start, size: Number(stats.size) - start, contentType, version: versionOf(stats) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function removeAbandonedDrafts(folder: string, now: Date): Promise<void> {
  const drafts = (await readdir(folder))
    .filter((name) => name.startsWith(DRAFT))
    .map((name) => path.join(folder, name));
  for (const draft of drafts) {
    const stats = await ifThere(stat(draft));
    if (stats && now.getTime() - stats.mtimeMs > DRAFT_IS_ABANDONED_AFTER_MS) await rm(draft, { force: true });
  }
}

const ifThere = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
