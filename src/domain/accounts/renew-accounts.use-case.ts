import type { Db } from '../../foundation/database/unit-of-work.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { Session } from '../../platforms/port/platform.js';
import { type Connection, claimRenewal } from './connection.repository.js';
import type { LoadAccount, StoredCredentials } from './load-account.use-case.js';
import type { MarkRevoked } from './mark-revoked.use-case.js';

/** An account whose access was due to be renewed. */
export interface RenewalReport {
  platform: string;
  platformId: string;
  /** Why it was not; null when it was, or need not be any more. */
  problem: { reason: string } | { err: unknown } | null;
}

/** Records that a platform refuses to renew access that still works, and notifies the owner of the account. */
export type RefuseRenewal = (opened: StoredCredentials, accessEndsAt: Date) => Promise<void>;

/** Renews what is due; the signal ends it after what is under way. */
export type RenewAccounts = (signal: AbortSignal) => Promise<void>;

const AT_ONCE = 4;

/** When an account is tried again that was not renewed. */
const AGAIN_MS = 5 * MINUTE_MS;

/**
 * Renews what is due ahead of its end, so that no post waits for a login and no access ends unnoticed. If the platform
 * refuses, the connection is used until its access itself ends or is refused; an outage is tried again.
 */
export const makeRenewAccounts =
  (needs: {
    db: Db;
    clock: () => Date;
    loadAccount: LoadAccount;
    markRevoked: MarkRevoked;
    refuseRenewal: RefuseRenewal;
    findPlatform: (key: string) => { baseUrl: string | null; session: Session | null } | undefined;
    report: (report: RenewalReport) => void;
  }): RenewAccounts =>
  async (signal) => {
    const { db, clock } = needs;

    /** Why the access of an account was not renewed; null when it was, or need not be any more. */
    const renew = async ({
      userId,
      platformId,
      platform: key,
      accessTokenExpiresAt,
    }: Connection): Promise<{ reason: string } | null> => {
      const platform = needs.findPlatform(key);
      if (!platform) return { reason: 'no platform has this key' };
      const opened = await needs.loadAccount({ userId, platformId, ...platform, isAhead: true });
      if (opened.kind === 'open') return null;
      if (opened.kind !== 'failed') return { reason: opened.kind };
      if (opened.failure.code === 'PLATFORM_AUTH_EXPIRED') {
        const end = opened.accessEndsAt ?? accessTokenExpiresAt;
        await (end !== null && end > clock() ? needs.refuseRenewal(opened, end) : needs.markRevoked(opened));
      }
      return { reason: opened.failure.message };
    };
    const renewDue = async (): Promise<void> => {
      while (!signal.aborted) {
        const now = clock();
        const due = await claimRenewal(db, now, new Date(now.getTime() + AGAIN_MS));
        if (!due) return;
        // An account whose credentials cannot even be read keeps no other waiting.
        const problem = await renew(due).catch((err: unknown) => ({ err }));
        needs.report({ platform: due.platform, platformId: due.platformId, problem });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, renewDue));
  };
