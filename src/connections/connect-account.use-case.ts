import { lockUser } from '../access/access.repository.js';
import type { Viewer } from '../access/viewer.js';
import { newId } from '../database/id.js';
import type { Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { assertChannelRoom, type ChannelPricing } from '../plans/channel-limit.js';
import { connectionsOfOwner } from '../plans/usage.repository.js';
import type { Attached, Attachment, CredentialField, PlatformKey, Session } from '../platforms/platform.js';
import { type Connection, connectionsByPlatformId, saveConnection } from './connection.repository.js';
import type { CredentialCipher } from './credential-cipher.js';
import { toPlatformId } from './platform-id.js';

/** A platform as its accounts are connected with what their owner types in; null where that is not possible. */
export interface ConnectablePlatform {
  session: Pick<Session, 'renewAt'> | null;
  connector: {
    fields: readonly CredentialField[];
    attach(values: Readonly<Record<string, string>>): Promise<Attachment>;
  } | null;
}

export interface ConnectAccountInput {
  platform: PlatformKey;
  /** By field name; a field that is left out is empty. */
  values: ReadonlyMap<string, string>;
}

/** For whom an account is connected, and who pays for it. */
export type ConnectionOwner = Pick<Viewer, 'userId' | 'ownerId'>;

export type ConnectAccount = (owner: ConnectionOwner, input: ConnectAccountInput) => Promise<Connection>;

/**
 * Connects an account: the platform confirms the credentials, then they are stored, encrypted. An account that is
 * connected already gets the new credentials and keeps its posts.
 */
export const makeConnectAccount =
  (needs: {
    transaction: Transaction;
    cipher: CredentialCipher;
    clock: () => Date;
    channelPricing: ChannelPricing | null;
    findConnectable: (key: PlatformKey) => ConnectablePlatform | undefined;
  }): ConnectAccount =>
  async (owner, { platform, values }) => {
    const found = needs.findConnectable(platform);
    const connectable = found?.connector;
    if (!connectable) throw new AppError('PLATFORM_NOT_CONNECTABLE', { platform });
    const { fields } = connectable;
    const attached = readAttachment(fields, await connectable.attach(readFields(fields, values)));
    return needs.transaction(async (db) => {
      // The lock keeps the count of connections true, and two requests for the same account apart.
      const payer = await lockUser(db, owner.ownerId);
      if (!payer) throw new Error(`The account ${owner.ownerId} is gone`);
      const { userId } = owner;
      const platformId = toPlatformId(platform, attached.accountId);
      const [existing] = await connectionsByPlatformId(db, userId, [platformId]);
      if (existing) assertSameAccount(existing, attached);
      else {
        assertChannelRoom({
          planKey: payer.plan,
          channelQuantity: payer.channelQuantity,
          connections: await connectionsOfOwner(db, owner.ownerId),
          managed: userId !== owner.ownerId,
          pricing: needs.channelPricing,
        });
      }
      const now = needs.clock();
      const { credentials, expiresAt, ...profile } = attached;
      const id = existing?.id ?? newId(now);
      const connection: Connection = {
        id,
        userId,
        platform,
        platformId,
        ...profile,
        accessTokenExpiresAt: expiresAt,
        revokedAt: null,
        createdAt: existing?.createdAt ?? now,
      };
      await saveConnection(db, {
        ...connection,
        credentials: needs.cipher.encrypt(credentials, id),
        renewAt: found.session?.renewAt(credentials) ?? null,
        updatedAt: now,
      });
      return connection;
    });
  };

/**
 * Servers of one platform number their accounts by themselves, and a platform id does not say which server is meant: an
 * account of another one with the same number must not take the place of this one.
 */
function assertSameAccount(existing: Connection, attached: Attached): void {
  if (existing.baseUrl === attached.baseUrl || existing.username === attached.username) return;
  const reason = `${existing.username} of another server is connected under the same id; disconnect it first`;
  throw new AppError('CONNECTION_REFUSED', { reason });
}

/** Every field of the platform, the missing ones empty. A field that it does not have is an error that names it. */
function readFields(fields: readonly CredentialField[], values: ConnectAccountInput['values']): Record<string, string> {
  for (const name of values.keys()) {
    if (!fields.some((field) => field.name === name)) {
      throw new AppError('CREDENTIAL_FIELD_INVALID', { field: name, reason: 'is no field of this platform' });
    }
  }
  return Object.fromEntries(
    fields.map(({ name, label, optional }) => {
      const value = values.get(name)?.trim() ?? '';
      if (value === '' && !optional) {
        throw new AppError('CREDENTIAL_FIELD_INVALID', { field: label, reason: 'is required' });
      }
      return [name, value];
    }),
  );
}

function readAttachment(fields: readonly CredentialField[], attachment: Attachment): Attached {
  if (attachment.kind === 'attached') return attachment.account;
  if (attachment.kind === 'failed') throw new AppError('CONNECTION_REFUSED', { reason: attachment.failure.message });
  const { field, reason } = attachment;
  const label = fields.find(({ name }) => name === field)?.label ?? field;
  throw new AppError('CREDENTIAL_FIELD_INVALID', { field: label, reason });
}
