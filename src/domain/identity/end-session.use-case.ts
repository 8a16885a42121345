import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { deleteSessionById } from './access/session.repository.js';
import { asItself, type Viewer } from './access/viewer.js';

interface Needs {
  transaction: Transaction;
  checkCurrentPassword: CheckCurrentPassword;
}

export type EndSession = (viewer: Viewer, input: { id: string; password: string }) => Promise<void>;

/** Effective from the next request; its browser becomes unknown to the account. */
export const makeEndSession =
  ({ transaction, checkCurrentPassword }: Needs): EndSession =>
  async (viewer, { id, password }) => {
    const user = await checkCurrentPassword(viewer, password);
    await transaction(async (db) => {
      const ended = await deleteSessionById(db, user.id, id);
      if (!ended) throw new AppError('SESSION_NOT_FOUND');
      const subject = { type: 'session', id, name: ended.userAgent } as const;
      await recordAudit(db, asItself(viewer), { action: 'session_ended', subject });
    });
  };
