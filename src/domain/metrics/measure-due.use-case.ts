import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import { dueAccounts, startAccounts } from './due-metrics.repository.js';
import type { MeasureAccount } from './measure-account.use-case.js';

/** Reads the numbers that are due, of each account once, until the signal aborts. */
export type MeasureDue = (stopping: AbortSignal) => Promise<void>;

/** Accounts that are found at once. */
const ACCOUNTS_AT_ONCE = 100;
/** Accounts that are read concurrently. */
const CONCURRENT = 8;

export function makeMeasureDue({
  db,
  clock,
  platforms,
  measureAccount,
  report,
}: {
  db: Db;
  clock: () => Date;
  /** Those that give numbers. */
  platforms: readonly string[];
  measureAccount: MeasureAccount;
  report: (error: unknown, account: ConnectionKey) => void;
}): MeasureDue {
  const runLimited = limitConcurrency(CONCURRENT);
  return async (stopping) => {
    await startAccounts(db, platforms, clock());
    const done: string[] = [];
    while (!stopping.aborted) {
      const accounts = await dueAccounts(db, clock(), done, ACCOUNTS_AT_ONCE);
      if (accounts.length === 0) return;
      done.push(...accounts.map(({ key }) => key));
      await Promise.all(
        accounts.map((account) =>
          runLimited(async () => {
            if (!stopping.aborted) await measureAccount(account, stopping).catch((error) => report(error, account));
          }),
        ),
      );
    }
  };
}
