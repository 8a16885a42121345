import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import type { User } from '../identity/account/user.repository.js';
import type { DeleteObjects } from '../media/delete-media.use-case.js';
import type { AccountJobs } from './account-jobs.js';
import { accountRemovedMail } from './owner-mails.js';
import {
  deleteUserAndManaged,
  forgetRemoved,
  lockDueAccount,
  REMOVAL_STEPS,
  removedUsers,
} from './removal.repository.js';

/** A run of the maintenance goes on with the rest in its next minute. */
const RUN_MS = MINUTE_MS;
/** Requests and jobs that began before a removal have ended after this time: what they stored late goes as well. */
const SETTLED_MS = HOUR_MS;
const USERS_AT_ONCE = 1_000;

export type RemoveAccount = (db: Db, user: Pick<User, 'id' | 'email'> & { managed: boolean }) => Promise<number>;

/**
 * Removes a user and those whom it manages, and notifies the owner: nobody can act for them from the commit on. Their
 * data follows, by the maintenance. Returns the number of users.
 */
export const makeRemoveAccount =
  (needs: { mailQueue: MailQueue; jobs: AccountJobs; clock: () => Date }): RemoveAccount =>
  async (db, user) => {
    const users = await deleteUserAndManaged(db, user.id, needs.clock());
    const subject = { type: user.managed ? ('managed_user' as const) : ('account' as const), id: user.id, name: null };
    await recordAudit(db, user.managed ? null : onAccount(user), {
      action: 'account_removed',
      subject,
      details: { users },
    });
    await needs.jobs.removeMails(db, user.email);
    // The address of a managed user is a name that its owner gave.
    if (!user.managed) await needs.mailQueue.enqueue(db, accountRemovedMail(user));
    return users;
  };

export type RemoveAccounts = () => Promise<void>;

/**
 * Removes accounts whose time has come, then the data of all removed users. It can be killed anywhere: an account goes in
 * one transaction, which notes its users; their data goes in batches, in any number of runs. Files are scheduled for
 * deletion in the transaction that deletes the rows that name them.
 */
export const makeRemoveAccounts = (needs: {
  db: Db;
  transaction: Transaction;
  removeAccount: RemoveAccount;
  jobs: AccountJobs;
  deleteObjects: DeleteObjects;
  clock: () => Date;
  monotonic: () => number;
  log: Logger;
}): RemoveAccounts => {
  const { db, transaction, jobs, clock, log } = needs;

  const removeNext = async () => {
    const removed = await transaction(async (tx) => {
      const user = await lockDueAccount(tx, clock());
      return user && { userId: user.id, users: await needs.removeAccount(tx, { ...user, managed: false }) };
    });
    if (removed) log.info(removed, 'Account removed');
    return removed !== undefined;
  };

  return async () => {
    const end = needs.monotonic() + RUN_MS;
    const isOver = () => needs.monotonic() > end;
    while (!isOver() && (await removeNext()));
    let ids: string[] = [];
    do {
      ids = await removedUsers(db, ids.at(-1) ?? '', USERS_AT_ONCE);
      if (ids.length === 0) return;
      for (const remove of REMOVAL_STEPS) {
        for (let rows = 1; rows > 0; ) {
          if (isOver()) return;
          const step = await transaction((tx) => remove(tx, { ids, jobs, now: clock() }));
          await needs.deleteObjects(step.keys ?? []);
          rows = step.rows;
        }
      }
      await forgetRemoved(db, ids, new Date(clock().getTime() - SETTLED_MS));
    } while (ids.length === USERS_AT_ONCE);
  };
};
