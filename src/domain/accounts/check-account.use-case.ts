import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { Probed, Session } from '../../platforms/port/platform.js';
import type { Viewer } from '../identity/access/viewer.js';
import {
  type Connection,
  type ConnectionKey,
  connectionsByPlatformId,
  updateConnection,
} from './connection.repository.js';
import { activityOfConnections, type ConnectionActivity } from './connection-activity.repository.js';
import type { LoadAccount } from './load-account.use-case.js';
import { parseTarget } from './platform-id.js';
import { tokenExpiresIn } from './token-expiry.js';

/** A platform that can check an account. */
export interface ProbingPlatform {
  baseUrl: string | null;
  session: Session | null;
  /** Null: not supported. */
  probe: ((account: Account) => Promise<Probed>) | null;
}

/** The platform's result; `revoked`: it no longer accepts the credentials. */
type Outcome = Extract<Probed, { kind: 'working' }> | { kind: 'failed'; message: string; revoked: boolean };

/** A failure is a response here, not an error [test-connection/always-200]. */
export interface AccountCheck extends ConnectionActivity {
  /** Key as the platform id has it, also one that does not exist. */
  platformKey: string;
  platformId: string;
  username: string;
  working: boolean;
  message: string;
  permissions: string[];
  tokenExpiresIn: string | null;
}

export type CheckAccount = (viewer: Viewer, platformId: string) => Promise<AccountCheck>;

/**
 * Checks with the platform whether a connection's credentials work, refreshing its session if needed, and records the
 * result: a rejection marks the connection, an outage does not.
 */
export const makeCheckAccount =
  (needs: {
    db: Db;
    clock: () => Date;
    loadAccount: LoadAccount;
    findProbing: (key: string) => ProbingPlatform | undefined;
  }): CheckAccount =>
  async (viewer, given) => {
    if (!given.includes('-')) throw new AppError('PLATFORM_ID_FORMAT_INVALID');
    const { platform: platformKey, platformId } = parseTarget(given);
    // An unknown key, and a platform without a check, before the connection is looked up [test-connection/order].
    const platform = needs.findProbing(platformKey);
    if (!platform?.probe) return unknownPlatform(platformKey, given);
    const key = { userId: viewer.userId, platformId };
    await findConnection(needs.db, key);
    const probed = await probe(needs.loadAccount, platform, platform.probe, key);
    // Read again: the session may have been refreshed meanwhile.
    const connection = await findConnection(needs.db, key);
    const revokedAt = await noteOutcome(needs, connection, probed);
    const [activity] = await activityOfConnections(needs.db, [connection.id]);
    return {
      platformKey,
      platformId: connection.platformId,
      username: connection.username,
      working: probed.kind === 'working',
      message: probed.kind === 'working' ? `Connected as ${probed.displayName}` : probed.message,
      permissions: probed.kind === 'working' ? probed.permissions : [],
      tokenExpiresIn: tokenExpiresIn({ ...connection, revokedAt }, needs.clock()),
      lastPublishedAt: activity?.lastPublishedAt ?? null,
      lastError: activity?.lastError ?? null,
    };
  };

async function findConnection(db: Db, { userId, platformId }: ConnectionKey): Promise<Connection> {
  const [connection] = await connectionsByPlatformId(db, userId, [platformId]);
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND');
  return connection;
}

/** One request; a second one after refreshing the session if the platform reported it as expired. */
async function probe(
  loadAccount: LoadAccount,
  { baseUrl, session }: ProbingPlatform,
  probePlatform: (account: Account) => Promise<Probed>,
  key: ConnectionKey,
): Promise<Outcome> {
  const check = async (refused?: Account): Promise<Outcome> => {
    const opened = await loadAccount({ ...key, baseUrl, session, ...(refused && { refused: refused.credentials }) });
    if (opened.kind === 'missing') throw new AppError('CONNECTION_NOT_FOUND');
    if (opened.kind === 'unaddressed')
      return failed('The operator of this service has not configured an address for it');
    if (opened.kind === 'failed') return failed(opened.failure.message, isRefusal(opened.failure));
    const probed = await probePlatform(opened.account);
    if (probed.kind === 'working') return probed;
    const refusal = isRefusal(probed.failure);
    return refusal && session && !refused ? check(opened.account) : failed(probed.failure.message, refusal);
  };
  return check();
}

const failed = (message: string, revoked = false): Outcome => ({ kind: 'failed', message, revoked });

const isRefusal = (failure: Failure): boolean => failure.code === 'PLATFORM_AUTH_EXPIRED';

/** Marks a connection whose credentials were rejected, and clears the mark of one that works again. */
async function noteOutcome(
  { db, clock }: { db: Db; clock: () => Date },
  { id, revokedAt }: Connection,
  outcome: Outcome,
): Promise<Date | null> {
  const revoked = outcome.kind === 'failed' ? outcome.revoked || revokedAt !== null : false;
  if (revoked === (revokedAt !== null)) return revokedAt;
  const now = clock();
  const changed = revoked ? now : null;
  await updateConnection(db, id, { revokedAt: changed, updatedAt: now });
  return changed;
}

/** A platform without a check is no error [test-connection/unknown-platform]. */
const unknownPlatform = (platformKey: string, platformId: string): AccountCheck => ({
  platformKey,
  platformId,
  username: 'unknown',
  working: false,
  message: `Unknown platform: ${platformKey}`,
  permissions: [],
  tokenExpiresIn: null,
  lastPublishedAt: null,
  lastError: null,
});
