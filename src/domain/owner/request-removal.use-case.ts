import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from '../identity/access/current-password.use-case.js';
import { knownBrowser } from '../identity/access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { WithSecondFactor } from '../identity/second-factor/with-second-factor.use-case.js';
import { removalCancelledMail, removalRequestedMail } from './owner-mails.js';
import { GRACE_MS } from './removal.js';
import { cancelRemoval, countPostsDueFrom, scheduleRemoval } from './removal.repository.js';

interface Needs {
  transaction: Transaction;
  asOwner: AsOwner;
  mailQueue: MailQueue;
  clock: () => Date;
}

/** What shows that it is the owner: the password, and a code where there is a second factor. */
export interface Proof {
  password: string;
  code: string | null;
}

export type AsOwner = <T>(
  viewer: Viewer,
  proof: Proof,
  work: (db: Db, user: { id: string; email: string }) => Promise<T>,
) => Promise<T>;

/** Does `work` in a transaction for the account that is signed in, once it is clear that its owner wants it. */
export const makeAsOwner =
  ({
    checkCurrentPassword,
    withSecondFactor,
  }: {
    checkCurrentPassword: CheckCurrentPassword;
    withSecondFactor: WithSecondFactor;
  }): AsOwner =>
  async (viewer, { password, code }, work) => {
    const user = await checkCurrentPassword(viewer, password);
    const subject = knownBrowser(sessionOf(viewer).id);
    return withSecondFactor({ user, code, subject }, (db) => work(db, user));
  };

export type RequestRemoval = (viewer: Viewer, proof: Proof) => Promise<void>;

/** Removes the account after the grace period, and notifies its owner. A pending removal keeps its time. */
export const makeRequestRemoval =
  ({ asOwner, mailQueue, clock }: Omit<Needs, 'transaction'>): RequestRemoval =>
  (viewer, proof) =>
    asOwner(viewer, proof, async (db, user) => {
      const removalAt = new Date(clock().getTime() + GRACE_MS);
      if (!(await scheduleRemoval(db, user.id, removalAt))) return;
      await recordAudit(db, asItself(viewer), {
        action: 'account_removal_requested',
        details: { removalAt: removalAt.toISOString() },
      });
      const unpublished = await countPostsDueFrom(db, user.id, removalAt);
      await mailQueue.enqueue(db, removalRequestedMail(user, { removalAt, unpublished }));
    });

export type CancelRemoval = (viewer: Viewer) => Promise<void>;

/** Keeps the account. Nothing happens if no removal is pending. */
export const makeCancelRemoval =
  ({ transaction, mailQueue, clock }: Omit<Needs, 'asOwner'>): CancelRemoval =>
  async (viewer) => {
    const { userId } = sessionOf(viewer);
    await transaction(async (db) => {
      const user = await lockUser(db, userId);
      if (!user || !(await cancelRemoval(db, userId, clock()))) return;
      await recordAudit(db, asItself(viewer), { action: 'account_removal_cancelled' });
      await mailQueue.enqueue(db, removalCancelledMail(user));
    });
  };
