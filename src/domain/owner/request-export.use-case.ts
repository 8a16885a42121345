import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { asAccount, type Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { AccountExportStatus, EXPORT_KEPT_MS, EXPORTS_PER_DAY } from './account-export.js';
import { type AccountExport, exportsOf, insertExport } from './account-export.repository.js';
import type { AsOwner, Proof } from './as-owner.use-case.js';

/** Queues the making of an export as part of the caller's transaction. */
export type QueueExport = (db: Db, exportId: string) => Promise<void>;

export type RequestExport = (viewer: Viewer, proof: Proof) => Promise<AccountExport>;

/** Requests an archive of everything in the account; a pending one is returned as it is. */
export const makeRequestExport =
  (needs: { asOwner: AsOwner; queueExport: QueueExport; clock: () => Date }): RequestExport =>
  (viewer, proof) =>
    needs.asOwner(viewer, proof, async (db) => {
      const { ownerId: userId } = viewer;
      const now = needs.clock();
      // One request at a time.
      await lockPlan(db, userId);
      const exports = await exportsOf(db, userId);
      const pending = exports.find(({ status }) => status === AccountExportStatus.PENDING);
      if (pending) return pending;
      const counted = exports[EXPORTS_PER_DAY - 1];
      const waitMs = counted ? counted.requestedAt.getTime() + DAY_MS - now.getTime() : 0;
      if (waitMs > 0) throw new AppError('ACCOUNT_EXPORT_THROTTLED', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      const id = newId(now);
      const row: AccountExport = {
        id,
        userId,
        key: `export/${id}-${randomBytes(16).toString('hex')}/account.zip`,
        status: AccountExportStatus.PENDING,
        bytes: null,
        requestedAt: now,
        endedAt: null,
        expiresAt: new Date(now.getTime() + EXPORT_KEPT_MS),
      };
      await insertExport(db, row);
      await recordAudit(db, asAccount(viewer), { action: 'account_export_requested' });
      await needs.queueExport(db, id);
      return row;
    });
