import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { asAccount, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { AsOwner, Proof } from './as-owner.use-case.js';
import { removalRequestedMail } from './owner-mails.js';
import { GRACE_MS } from './removal.js';
import { countPostsDueFrom, scheduleRemoval } from './removal.repository.js';

interface Needs {
  asOwner: AsOwner;
  mailQueue: MailQueue;
  clock: () => Date;
}

export type RequestRemoval = (viewer: Viewer, proof: Proof) => Promise<void>;

/** Removes the account after the grace period, and notifies its owner. A pending removal keeps its time. */
export const makeRequestRemoval =
  ({ asOwner, mailQueue, clock }: Needs): RequestRemoval =>
  (viewer, proof) =>
    asOwner(viewer, proof, async (db) => {
      const user = await lockUser(db, viewer.ownerId);
      if (!user) throw new AppError('SESSION_REQUIRED');
      const removalAt = new Date(clock().getTime() + GRACE_MS);
      if (!(await scheduleRemoval(db, user.id, removalAt))) return;
      await recordAudit(db, asAccount(viewer), {
        action: 'account_removal_requested',
        details: { removalAt: removalAt.toISOString() },
      });
      const unpublished = await countPostsDueFrom(db, user.id, removalAt);
      await mailQueue.enqueue(db, removalRequestedMail(user, { removalAt, unpublished }));
    });
