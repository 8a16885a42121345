import type { Logger } from 'pino';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { utcDateInMail } from '../../mail/mail-time.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Notice } from '../notifications/notifications.js';
import { notify } from '../notifications/notify.step.js';
import { periodOf } from '../plans/limits.js';
import { claimLimitNotice } from './usage.repository.js';

/** Awaits a scheduling operation; if it fails on the monthly limit, those who manage the account are notified. */
export type NotifyLimitExceeded = <T>(viewer: Viewer, scheduling: Promise<T>) => Promise<T>;

/**
 * Notifies those who manage the account when the month's limit is first exceeded [plans/first-breach-emails-once]. The request
 * that exceeded the limit was rolled back, so this is a separate transaction.
 */
export function makeNotifyLimitExceeded(needs: {
  transaction: Transaction;
  clock: () => Date;
  log: Logger;
}): NotifyLimitExceeded {
  const notifyOnce = ({ ownerId }: Viewer, message: string, time: Date) =>
    needs.transaction(async (db) => {
      // The current month, even if the post is for another one.
      const thisMonth = periodOf(needs.clock());
      if (!(await claimLimitNotice(db, ownerId, thisMonth))) return;
      const period = periodOf(time);
      const month = period.start.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
      const notice: Notice = {
        ...{ kind: 'LIMIT_REACHED', userId: ownerId, subjectId: `${ownerId} ${thisMonth.start.toISOString()}` },
        to: { permission: 'MANAGE' },
        subject: 'A post was rejected: you have reached your monthly limit',
        blocks: [
          `${message} A post for ${month} was rejected.`,
          `The next month starts on ${utcDateInMail(period.end)}. You can schedule posts for it, unschedule other posts to make room, or upgrade your plan.`,
          { label: 'See your usage', to: { page: '/usage' } },
          `You will not get another e-mail about this limit before ${utcDateInMail(thisMonth.end)}.`,
        ],
      };
      await notify(db, needs.clock(), [notice]);
    });

  return async (viewer, scheduling) => {
    try {
      return await scheduling;
    } catch (error) {
      if (error instanceof AppError && error.code === 'POST_LIMIT_REACHED') {
        // A failure to notify does not change the response.
        await notifyOnce(viewer, error.message, new Date(String(error.details.periodStart))).catch((failure) =>
          needs.log.error({ err: failure }, 'The notification of the limit could not be stored'),
        );
      }
      throw error;
    }
  };
}
