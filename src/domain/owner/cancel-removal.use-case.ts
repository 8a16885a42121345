import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { asAccount, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import { removalCancelledMail } from './owner-mails.js';
import { cancelRemoval } from './removal.repository.js';

interface Needs {
  transaction: Transaction;
  mailQueue: MailQueue;
  clock: () => Date;
}

export type CancelRemoval = (viewer: Viewer) => Promise<void>;

/** Keeps the account. Nothing happens if no removal is pending. */
export const makeCancelRemoval =
  ({ transaction, mailQueue, clock }: Needs): CancelRemoval =>
  async (viewer) => {
    sessionOf(viewer);
    const { ownerId } = viewer;
    await transaction(async (db) => {
      const user = await lockUser(db, ownerId);
      if (!user || !(await cancelRemoval(db, ownerId, clock()))) return;
      await recordAudit(db, asAccount(viewer), { action: 'account_removal_cancelled' });
      await mailQueue.enqueue(db, removalCancelledMail(user));
    });
  };
