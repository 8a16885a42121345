import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import type { Logger } from 'pino';
import { isId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { pageErrors } from '../../foundation/http/page.js';
import type { SignedAddresses } from '../../storage/signed-address.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { isRemoved } from '../identity/access/may-sign-in.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { findUser } from '../identity/account/user.repository.js';
import { AccountExportStatus, exportPath } from './account-export.js';
import { findExport } from './account-export.repository.js';

/**
 * Downloads of archives. They pass through the service, because the bucket is public: the key of an archive is not shown
 * to anybody. The link of an account that was deactivated or removed is invalid.
 */
export function makeExportRouter(needs: {
  db: Db;
  clock: () => Date;
  storage: ObjectStorage;
  addresses: SignedAddresses;
  log: Logger;
}): Router {
  const { db, clock, storage, addresses, log } = needs;
  const router = Router();
  const path = exportPath(':exportId');
  router.get<string, { exportId: string }>(path, async ({ params, query }, response) => {
    const row = isId(params.exportId) ? await findExport(db, params.exportId.toLowerCase()) : null;
    const owner = row && (await findUser(db, row.userId));
    if (row && !owner) await assertNotMoving(db, 'account_exports', row.id);
    const isActive = owner?.deactivatedAt === null && !isRemoved(owner.removalAt, clock());
    const isReady = isActive && row?.status === AccountExportStatus.READY && row.expiresAt > clock();
    if (!isReady || addresses.refusal({ method: 'GET', key: row.key, contentType: null }, query) !== null) {
      throw new AppError('ACCOUNT_EXPORT_LINK_INVALID');
    }
    const object = await storage.get(row.key);
    if (!object) throw new AppError('ACCOUNT_EXPORT_LINK_INVALID');
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="account-${row.requestedAt.toISOString().slice(0, 10)}.zip"`,
      'Content-Length': String(object.size),
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
    });
    if (response.req.method === 'HEAD') {
      object.body.destroy();
      return void response.end();
    }
    await pipeline(object.body, response).catch((error) => {
      // The client or the storage ended the stream. The client notices it by the length.
      log.info({ err: error, exportId: row.id }, 'The download of an export was interrupted');
    });
  });
  router.use(pageErrors(log));
  return router;
}
