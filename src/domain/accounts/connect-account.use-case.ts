import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Attached, Attachment, CredentialField, PlatformKey } from '../../platforms/port/platform.js';
import type { AttachAccounts, ConnectionOwner } from './attach-accounts.use-case.js';
import type { Connection } from './connection.repository.js';
import { invalidField, readFields, type TypedValues } from './typed-fields.js';

/** A platform whose accounts are connected with credential fields; null if that is not supported. */
export interface ConnectablePlatform {
  connector: {
    fields: readonly CredentialField[];
    attach(values: Readonly<Record<string, string>>): Promise<Attachment>;
  } | null;
}

export interface ConnectAccountInput {
  platform: PlatformKey;
  values: TypedValues;
}

export type ConnectAccount = (owner: ConnectionOwner, input: ConnectAccountInput) => Promise<Connection>;

/** Connects an account with credential fields: it is stored once the platform confirms it. */
export const makeConnectAccount =
  (needs: {
    transaction: Transaction;
    attachAccounts: AttachAccounts;
    findConnectable: (key: PlatformKey) => ConnectablePlatform | undefined;
  }): ConnectAccount =>
  async (owner, { platform, values }) => {
    const connectable = needs.findConnectable(platform)?.connector;
    if (!connectable) throw new AppError('PLATFORM_NOT_CONNECTABLE', { platform });
    const { fields } = connectable;
    const attached = readAttachment(fields, await connectable.attach(readFields(fields, values)));
    const [connection] = await needs.transaction((db) => needs.attachAccounts(db, owner, platform, [attached]));
    if (!connection) throw new Error('An account was attached and is not there');
    return connection;
  };

function readAttachment(fields: readonly CredentialField[], attachment: Attachment): Attached {
  if (attachment.kind === 'attached') return attachment.account;
  if (attachment.kind === 'failed') throw new AppError('CONNECTION_REFUSED', { reason: attachment.failure.message });
  throw invalidField(fields, attachment);
}
