import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { keepRefreshToken } from '../../platforms/kit/oauth.js';
import type { Credentials } from '../../platforms/port/account.js';
import type { Attached, PlatformKey, Session } from '../../platforms/port/platform.js';
import { lockUser } from '../identity/access.repository.js';
import type { Viewer } from '../identity/viewer.js';
import { assertChannelRoom, type ChannelPricing } from '../plans/channel-limit.js';
import { assertIncluded } from '../plans/limits.js';
import { PLANS } from '../plans/plans.js';
import { connectionsOfOwner } from '../usage/usage.repository.js';
import {
  type Connection,
  connectionsByPlatformId,
  lockStoredConnection,
  type StoredConnection,
  saveConnection,
} from './connection.repository.js';
import { toPlatformId } from './platform-id.js';

/** The user an account is connected for, and the account that pays for it. */
export type ConnectionOwner = Pick<Viewer, 'userId' | 'ownerId'>;

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
    channelPricing: ChannelPricing | null;
    findSession: (key: PlatformKey) => Pick<Session, 'renewAt'> | null;
    /** Whether account ids of a platform are only unique per server. */
    hasServers: (key: PlatformKey) => boolean;
  }): AttachAccounts =>
  async (db, { userId, ownerId }, platform, accounts) => {
    const { cipher, clock, channelPricing: pricing } = needs;
    // The lock keeps the count of connections exact and serializes requests for the same account.
    const payer = await lockUser(db, ownerId);
    if (!payer) throw new Error(`The account ${ownerId} is gone`);
    const { plan: planKey, channelQuantity } = payer;
    assertIncluded(PLANS[planKey], [{ platform }]);

    const attach = async (account: Attached): Promise<Connection> => {
      const platformId = toPlatformId(platform, account.accountId);
      const [existing] = await connectionsByPlatformId(db, userId, [platformId]);
      if (existing) assertSameAccount(existing, account, needs.hasServers(platform));
      else {
        const connections = await connectionsOfOwner(db, ownerId);
        assertChannelRoom({ planKey, channelQuantity, connections, managed: userId !== ownerId, pricing });
      }
      // Under its lock, so that a concurrent refresh cannot overwrite it.
      const before = existing && (await lockStoredConnection(db, existing.id));
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
        revokedAt: null,
        createdAt: before?.createdAt ?? now,
      };
      const renewAt = needs.findSession(platform)?.renewAt(credentials) ?? null;
      await saveConnection(db, {
        ...connection,
        credentials: cipher.encrypt(credentials, id),
        renewAt,
        updatedAt: now,
      });
      return connection;
    };
    const connections: Connection[] = [];
    for (const account of accounts) connections.push(await attach(account));
    return connections;
  };

/**
 * Servers of one platform number and name their accounts by themselves, and a platform id does not say which server is
 * meant: an account of another server must not replace this one, or a malicious server would get the posts that are meant
 * for it. Where an id is valid at every server, its account may move to another and keep its name.
 */
function assertSameAccount(existing: Connection, attached: Attached, hasServers: boolean): void {
  const isElsewhere = attached.baseUrl !== null && attached.baseUrl !== existing.baseUrl;
  if (!isElsewhere || (!hasServers && existing.username === attached.username)) return;
  const reason = `${existing.username} from another server is already connected under the same id; disconnect it first`;
  throw new AppError('CONNECTION_REFUSED', { reason });
}

/** Credentials whose key is lost are replaced like any others: reconnecting fixes them. */
function readStored(cipher: CredentialCipher, { id, credentials }: StoredConnection): Credentials {
  try {
    return cipher.decrypt(credentials, id);
  } catch {
    return {};
  }
}
