import type { Logger } from 'pino';
import type { Db } from '../database/unit-of-work.js';
import type { Session } from '../platforms/platform.js';
import { connectionsToRenew, updateConnection } from './connection.repository.js';
import type { MarkRevoked, OpenAccount } from './open-account.use-case.js';

/** Answers how many accounts were looked at. */
export type RenewAccounts = () => Promise<number>;

/** Accounts of one turn, and of those how many at the same time: each renewal holds a row while the platform answers. */
const AT_A_TURN = 200;
const AT_ONCE = 4;

/** When an account is tried again whose platform could not be asked. */
const AGAIN_MS = 15 * 60_000;

/**
 * Renews what is due ahead of its end, so that no post waits for a login and no access ends unnoticed. A grant that the
 * platform has revoked marks the connection; an outage does not, and is tried again.
 */
export const makeRenewAccounts =
  (needs: {
    db: Db;
    clock: () => Date;
    openAccount: OpenAccount;
    markRevoked: MarkRevoked;
    findPlatform: (key: string) => { baseUrl: string | null; session: Session | null } | undefined;
    log: Pick<Logger, 'warn'>;
  }): RenewAccounts =>
  async () => {
    const { db, clock, log } = needs;
    const due = await connectionsToRenew(db, clock(), AT_A_TURN);
    const waiting = [...due];
    const renewNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, userId, platformId, platform: key } = next;
        const platform = needs.findPlatform(key);
        const opened = platform
          ? await needs.openAccount({ userId, platformId, ...platform, isAhead: true })
          : ({ kind: 'missing' } as const);
        if (opened.kind === 'open') continue;
        const failure = opened.kind === 'failed' ? opened.failure : null;
        log.warn({ platformId, reason: failure?.message ?? opened.kind }, 'The access to an account was not renewed');
        if (opened.kind === 'failed' && failure?.code === 'PLATFORM_AUTH_EXPIRED') await needs.markRevoked(opened);
        const now = clock();
        await updateConnection(db, id, { renewAt: new Date(now.getTime() + AGAIN_MS), updatedAt: now });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, renewNext));
    return due.length;
  };
