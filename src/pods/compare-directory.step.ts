import type { Db } from '../foundation/database/unit-of-work.js';
import { HOUR_MS } from '../foundation/time/durations.js';
import { addressesOfAccounts, addressesWithoutAccount } from './account-addresses.repository.js';
import type { Directory } from './directory.js';

/** Addresses of a step. */
const AT_ONCE = 1_000;

/** A claim may wait for its account as long as the link of a sign-up is valid, and an hour. */
const KEPT_MS = 25 * HOUR_MS;

export interface KeptDirectory {
  /** Accounts that were looked at. */
  accounts: number;
  /** Addresses of them that another pod has. */
  conflicts: string[];
  /** Addresses that were given up: no account has them. */
  released: number;
}

export interface Needs {
  db: Db;
  directory: Directory;
  clock: () => Date;
}

/** A page of the accounts; the next one begins after `next`, null at the end. */
export async function claimPage({ db, directory }: Needs, after: string) {
  const emails = await addressesOfAccounts(db, { after, limit: AT_ONCE });
  return { accounts: emails.length, conflicts: await directory.claimAll(emails), next: nextAfter(emails) };
}

/** The same for a page of the directory. */
export async function releasePage({ db, directory, clock }: Needs, after: string) {
  const before = new Date(clock().getTime() - KEPT_MS);
  const emails = await directory.claimedBefore(before, { after, limit: AT_ONCE });
  const released = await directory.release(await addressesWithoutAccount(db, emails), before);
  return { released, next: nextAfter(emails) };
}

const nextAfter = (page: readonly string[]): string | null => (page.length === AT_ONCE ? (page.at(-1) ?? null) : null);

/** Compares all of it. */
export async function compareDirectory(needs: Needs): Promise<KeptDirectory> {
  const total: KeptDirectory = { accounts: 0, conflicts: [], released: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof claimPage>> = await claimPage(needs, after);
    total.accounts += page.accounts;
    total.conflicts.push(...page.conflicts);
    after = page.next;
  }
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof releasePage>> = await releasePage(needs, after);
    total.released += page.released;
    after = page.next;
  }
  return total;
}
