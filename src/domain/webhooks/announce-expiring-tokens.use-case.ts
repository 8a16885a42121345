import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { Session } from '../../platforms/port/platform.js';
import { accountExpiring } from '../accounts/account-notices.js';
import type { LoadAccount } from '../accounts/load-account.use-case.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import type { AnnounceEvents } from './announce-events.use-case.js';
import { claimExpiryNotice, expiringConnections } from './expiry-notice.repository.js';
import { type ExpiringConnection, tokenExpiring } from './webhook-event.js';

/** Announces access tokens that expire soon; returns their number. */
export type AnnounceExpiringTokens = () => Promise<number>;

const AHEAD_MS = 7 * DAY_MS;
const AT_A_TURN = 100;
/** Each refresh holds a row lock during the platform's response. */
const AT_ONCE = 4;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  loadAccount: LoadAccount;
  findPlatform: (key: string) => { baseUrl: string | null; session: Session | null } | undefined;
  announce: AnnounceEvents;
  log: Pick<Logger, 'warn'>;
}

/**
 * Sends `token.expiring` for access tokens that expire within seven days, and notifies those who can connect the account
 * again, once per expiry: the notice claimed in the
 * same transaction prevents duplicates across workers and runs. Refreshable tokens are refreshed instead; only the
 * others need their owner.
 */
export const makeAnnounceExpiringTokens =
  (needs: Needs): AnnounceExpiringTokens =>
  async () => {
    const now = needs.clock();
    const until = new Date(now.getTime() + AHEAD_MS);
    let announced = 0;
    let after = '';
    let batch: ExpiringConnection[];
    do {
      batch = await expiringConnections(needs.db, { from: now, until, after, limit: AT_A_TURN });
      after = batch.at(-1)?.id ?? after;
      const waiting = [...batch];
      const checkNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          if (await announce(needs, next, until)) announced += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
    } while (batch.length === AT_A_TURN);
    return announced;
  };

async function announce(needs: Needs, connection: ExpiringConnection, until: Date): Promise<boolean> {
  const { transaction, clock, log } = needs;
  await renew(needs, connection).catch((error) =>
    log.warn(
      { err: error, platformId: connection.platformId },
      'An access token that expires soon could not be refreshed',
    ),
  );
  return transaction(async (tx) => {
    const now = clock();
    const claimed = await claimExpiryNotice(tx, connection.id, until);
    if (!claimed) return false;
    await needs.announce(tx, [tokenExpiring(claimed)], now);
    const account = await findUser(tx, claimed.userId);
    const { expiresAt } = claimed;
    if (account) await notify(tx, now, [accountExpiring(claimed, account, { expiresAt, isRefused: false })]);
    return true;
  });
}

/** Forces a refresh as if the platform had just rejected the stored token. */
async function renew({ loadAccount, findPlatform }: Needs, connection: ExpiringConnection): Promise<void> {
  const { userId, platformId, platform } = connection;
  const reached = findPlatform(platform);
  if (!reached?.session) return;
  const input = { userId, platformId, baseUrl: reached.baseUrl, session: reached.session };
  const opened = await loadAccount(input);
  if (opened.kind === 'open') await loadAccount({ ...input, refused: opened.account.credentials });
}
