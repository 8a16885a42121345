import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { findUser, type User } from '../identity/account/user.repository.js';
import { sanitizeFileName } from '../media/media.js';
import { AccountExportStatus, EXPORT_KEPT_MS, EXPORT_TAKES_MS } from './account-export.js';
import { type AccountExport, endExport, findExport } from './account-export.repository.js';
import { exportReadme } from './export-readme.js';
import { EXPORTED, exportedMedia, type Pages, usersOfAccount } from './export-rows.repository.js';
import { exportFailedMail, exportReadyMail } from './owner-mails.js';
import { type ArchiveEntry, writeArchive } from './write-archive.io.js';

/** Makes an export; rejects when it has to be tried again. On the last attempt, a failure is the outcome. */
export type BuildExport = (id: string, attempt: { isLast: boolean; signal: AbortSignal }) => Promise<void>;

interface Needs {
  db: Db;
  transaction: Transaction;
  storage: ObjectStorage;
  mailQueue: MailQueue;
  clock: () => Date;
  log: Logger;
}

export const makeBuildExport = (needs: Needs): BuildExport => {
  const { db, transaction, storage, mailQueue, clock, log } = needs;

  const end = async (row: AccountExport, user: User, bytes: number | null) => {
    const endedAt = clock();
    const expiresAt = new Date(endedAt.getTime() + EXPORT_KEPT_MS);
    const status = bytes === null ? AccountExportStatus.FAILED : AccountExportStatus.READY;
    return transaction(async (tx) => {
      const changes = { status, endedAt, expiresAt, ...(bytes !== null && { bytes: String(bytes) }) };
      if (!(await endExport(tx, row.id, changes))) return false;
      await mailQueue.enqueue(tx, bytes === null ? exportFailedMail(user) : exportReadyMail(user, { expiresAt }));
      return true;
    });
  };

  return async (id, { isLast, signal }) => {
    const row = await findExport(db, id);
    const user = row && (await findUser(db, row.userId));
    if (!user || row.status !== AccountExportStatus.PENDING) return;
    try {
      const mtime = clock();
      const { size } = await writeArchive(entriesOf(needs, user, mtime), {
        mtime,
        signal: AbortSignal.any([signal, AbortSignal.timeout(EXPORT_TAKES_MS)]),
        store: (archive) => storage.put(row.key, archive, { contentType: 'application/zip' }),
      });
      // The account may have been removed meanwhile.
      if (!(await end(row, user, size)) && !(await findExport(db, id))) await storage.delete([row.key]);
      log.info({ exportId: id, userId: user.id, bytes: size }, 'Account exported');
    } catch (error) {
      if (!isLast || signal.aborted) throw error;
      log.error({ err: error, exportId: id, userId: user.id }, 'An account could not be exported');
      await end(row, user, null);
    }
  };
};

async function* entriesOf({ db, storage }: Needs, user: User, at: Date): AsyncGenerator<ArchiveEntry> {
  yield {
    name: 'README.txt',
    body: Readable.from([Buffer.from(exportReadme({ email: user.email, at }))]),
    compress: true,
  };
  const userIds = await usersOfAccount(db, user.id);
  for (const [name, pages] of Object.entries(EXPORTED)) yield lines(name, pages(db, userIds));
  // Which ones were there is known in the end; keys of 100,000 of them are some ten megabytes.
  const stored = new Map<string, string>();
  for await (const page of exportedMedia(db, userIds)) {
    for (const { id, name, key } of page) {
      // Files that share an object are one in the archive.
      const object = stored.has(key) ? null : await storage.get(key);
      if (!object) continue;
      const file = fileOf(id, name);
      stored.set(key, file);
      yield { name: file, body: object.body, compress: false };
    }
  }
  yield lines('media.ndjson', withFiles(exportedMedia(db, userIds), stored));
}

/** The name of a file of the library is any text: in the archive, it is part of a path. */
const fileOf = (id: string, name: string) => `media/${id}/${sanitizeFileName(name)}`;

async function* withFiles(pages: ReturnType<typeof exportedMedia>, stored: ReadonlyMap<string, string>): Pages {
  for await (const page of pages) {
    yield page.map(({ key, ...row }) => ({ ...row, file: stored.get(key) ?? null }));
  }
}

const lines = (name: string, pages: Pages): ArchiveEntry => ({
  name,
  body: Readable.from(asLines(pages), { objectMode: false }),
  compress: true,
});

async function* asLines(pages: Pages): AsyncGenerator<Buffer> {
  for await (const page of pages) yield Buffer.from(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
