import type { Logger } from 'pino';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { keepRefreshToken } from '../../platforms/kit/oauth.js';
import type { Credentials } from '../../platforms/port/account.js';
import type { Attached, PlatformKey, Session } from '../../platforms/port/platform.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditCaller } from '../audit/audit-event.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { assertChannelRoom, type ChannelPricing } from '../plans/channel-limit.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import { connectionsOfOwner } from '../usage/usage.repository.js';
import type { AfterReconnect } from './after-reconnect.port.js';
import {
  type Connection,
  connectionsByAccountId,
  connectionsByPlatformId,
  lockStoredConnection,
  type StoredConnection,
  saveConnection,
} from './connection.repository.js';
import { connectionFacts } from './connection-facts.js';
import { toPlatformId, toPlatformIdAt } from './platform-id.js';
import { withdrawReconnect } from './withdraw-reconnect.step.js';

/** The user an account is connected for, the account that pays for it, and who does it. */
export type ConnectionOwner = AuditCaller;

/** Stores accounts of a platform that has confirmed their credentials; in a transaction of the caller. */
export type AttachAccounts = (
  db: Db,
  owner: ConnectionOwner,
  platform: PlatformKey,
  accounts: readonly Attached[],
) => Promise<Connection[]>;

/** An account that is already connected gets the new credentials and keeps its posts. Credentials are encrypted. */
export const makeAttachAccounts =
  (needs: {
    cipher: CredentialCipher;
    clock: () => Date;
    plans: Plans;
    channelPricing: ChannelPricing | null;
    findSession: (key: PlatformKey) => Pick<Session, 'renewAt'> | null;
    /** Whether account ids of a platform are only unique per server. */
    hasServers: (key: PlatformKey) => boolean;
    afterReconnect: AfterReconnect;
    log: Pick<Logger, 'info'>;
  }): AttachAccounts =>
  async (db, owner, platform, accounts) => {
    const { userId, ownerId } = owner;
    const { cipher, clock, channelPricing: pricing } = needs;
    // The lock keeps the count of connections exact and serializes requests for the same account.
    const payer = await lockPlan(db, ownerId);
    if (!payer) throw new AppError('ACCOUNT_INACTIVE');
    const { plan: planKey, channelQuantity } = payer;
    const plan = planOf(needs.plans, payer);
    assertIncluded(plan, [{ platform }]);

    const attach = async (account: Attached): Promise<Connection> => {
      const find = needs.hasServers(platform) ? findAtServer : findByPlatformId;
      const { platformId, existing } = await find(db, userId, platform, account);
      if (!existing) {
        const connections = await connectionsOfOwner(db, ownerId);
        assertChannelRoom({ planKey, plan, channelQuantity, connections, managed: userId !== ownerId, pricing });
      }
      // Under its lock, so that a concurrent refresh cannot overwrite it.
      const before = existing && (await lockStoredConnection(db, existing.id, null));
      const latest = before ? keepRefreshToken(account, readStored(cipher, before)) : account;
      const now = clock();
      const { credentials, expiresAt, ...profile } = latest;
      const id = before?.id ?? newId(now);
      const connection: Connection = {
        id,
        userId,
        platform,
        platformId,
        ...profile,
        accessTokenExpiresAt: expiresAt,
        renewAt: needs.findSession(platform)?.renewAt(credentials) ?? null,
        renewalRefusedAt: null,
        revokedAt: null,
        createdAt: before?.createdAt ?? now,
      };
      await saveConnection(db, { ...connection, credentials: cipher.encrypt(credentials, id), updatedAt: now });
      if (before) await withdrawReconnect(db, connection);
      const action = before ? 'account_reconnected' : 'account_connected';
      await recordAudit(db, owner, { action, ...connectionFacts(connection) });
      if (before) await needs.afterReconnect(db, connection);
      return connection;
    };
    const connections: Connection[] = [];
    for (const account of accounts) connections.push(await attach(account));
    needs.log.info({ userId, platformIds: connections.map(({ platformId }) => platformId) }, 'Accounts connected');
    return connections;
  };

/** The platform id of an account, and its connection if there is one. */
type Place = (
  db: Db,
  userId: string,
  platform: PlatformKey,
  account: Attached,
) => Promise<{ platformId: string; existing?: Connection | undefined }>;

/** Where an id is valid at every server, its account may move to another and keep its name. */
const findByPlatformId: Place = async (db, userId, platform, { accountId, username, baseUrl }) => {
  const platformId = toPlatformId(platform, accountId);
  const [existing] = await connectionsByPlatformId(db, userId, [platformId]);
  const isElsewhere = baseUrl !== null && baseUrl !== existing?.baseUrl;
  if (existing && isElsewhere && existing.username !== username) throw otherServer(existing);
  return { platformId, existing };
};

/**
 * Servers of one platform number and name their accounts by themselves. An account of another server must not replace a
 * connection, or a malicious server would get the posts that are meant for it: the second account with an id has its
 * server in its platform id [platform-id/server].
 */
const findAtServer: Place = async (db, userId, platform, { accountId, baseUrl }) => {
  const known = await connectionsByAccountId(db, { userId, platform, accountId });
  const existing = known.find((connection) => connection.baseUrl === baseUrl);
  if (existing) return { platformId: existing.platformId, existing };
  const ids = [toPlatformId(platform, accountId), ...(baseUrl ? [toPlatformIdAt(platform, accountId, baseUrl)] : [])];
  const taken = await connectionsByPlatformId(db, userId, ids);
  const platformId = ids.find((id) => taken.every((connection) => connection.platformId !== id));
  if (platformId === undefined) throw otherServer(taken[0]);
  return { platformId };
};

const otherServer = (existing: Connection | undefined) => {
  const reason = `${existing?.username} from another server is already connected under the same id; disconnect it first`;
  return new AppError('CONNECTION_REFUSED', { reason });
};

/** Credentials whose key is lost are replaced like any others: reconnecting fixes them. */
function readStored(cipher: CredentialCipher, { id, credentials }: StoredConnection): Credentials {
  try {
    return cipher.decrypt(credentials, id);
  } catch {
    return {};
  }
}
