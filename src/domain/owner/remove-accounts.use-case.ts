import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { DeleteObjects } from '../media/delete-objects.use-case.js';
import type { AccountJobs } from './account-jobs.port.js';
import { forgetRemoved, lockDueAccount, REMOVAL_STEPS, removedUsers } from './removal.repository.js';
import type { RemoveAccount } from './remove-account.use-case.js';

/** A run of the maintenance goes on with the rest in its next minute. */
const RUN_MS = MINUTE_MS;

/** Requests and jobs that began before a removal have ended after this time: what they stored late goes as well. */
const SETTLED_MS = HOUR_MS;

const USERS_AT_ONCE = 1_000;

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
    return removed !== null;
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
