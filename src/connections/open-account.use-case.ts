import DataLoader from 'dataloader';
import type { Db, Transaction } from '../database/unit-of-work.js';
import type { Failure } from '../platforms/failure.js';
import type { Account, Credentials, Session } from '../platforms/platform.js';
import {
  type ConnectionKey,
  findStoredConnections,
  lockStoredConnection,
  type StoredConnection,
  updateConnection,
} from './connection.repository.js';
import type { CredentialCipher } from './credential-cipher.js';

export type Opened =
  | { kind: 'open'; connectionId: string; account: Account }
  | { kind: 'missing' }
  /** Neither the connection nor the operator says where the platform's API lives. */
  | { kind: 'unaddressed' }
  | { kind: 'failed'; connectionId: string; failure: Failure };

export interface OpenAccountInput {
  userId: string;
  platformId: string;
  /** Where the platform's API lives when the connection does not say. */
  baseUrl: string | null;
  session: Session | null;
  /** Credentials that the platform has just refused: they are renewed unless somebody has done so meanwhile. */
  refused?: Credentials;
}

export type OpenAccount = (input: OpenAccountInput) => Promise<Opened>;

/**
 * The account of a connection, ready to publish: its session is made or renewed when it has to be. That happens once,
 * however many workers want it (lock on the row; one at a time within a process), and the new credentials are stored
 * before they are used.
 */
export function makeOpenAccount(needs: {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
}): OpenAccount {
  const { db, transaction, cipher, clock } = needs;
  // Accounts that are opened at the same moment are read together.
  const connections = new DataLoader((keys: readonly ConnectionKey[]) => findStoredConnections(db, keys), {
    cache: false,
  });
  const renewals = new Map<string, Promise<Opened>>();

  const opened = ({ id, accountId }: StoredConnection, baseUrl: string, credentials: Credentials) =>
    ({ kind: 'open', connectionId: id, account: { accountId, baseUrl, credentials } }) as const;

  const renew = (found: StoredConnection, baseUrl: string, session: Session, refused?: Credentials): Promise<Opened> =>
    transaction(async (tx) => {
      const connection = await lockStoredConnection(tx, found.id);
      if (!connection) return { kind: 'missing' };
      const credentials = cipher.decrypt(connection.credentials, connection.id);
      const current = opened(connection, baseUrl, credentials);
      if (!needsRenewal(session, credentials, refused, clock())) return current;
      const renewed = await session.refresh(current.account);
      if (renewed.kind === 'failed') return { ...renewed, connectionId: connection.id };
      await updateConnection(tx, connection.id, {
        credentials: cipher.encrypt(renewed.credentials, connection.id),
        accessTokenExpiresAt: renewed.expiresAt,
        renewAt: session.renewAt(renewed.credentials),
        revokedAt: null,
        updatedAt: clock(),
      });
      return opened(connection, baseUrl, renewed.credentials);
    });

  return async (input) => {
    const { userId, platformId, session, refused } = input;
    const connection = await connections.load({ userId, platformId });
    if (!connection) return { kind: 'missing' };
    const baseUrl = connection.baseUrl ?? input.baseUrl;
    if (baseUrl === null) return { kind: 'unaddressed' };
    const credentials = cipher.decrypt(connection.credentials, connection.id);
    if (!session || !needsRenewal(session, credentials, refused, clock())) {
      return opened(connection, baseUrl, credentials);
    }
    const running =
      renewals.get(connection.id) ??
      renew(connection, baseUrl, session, refused).finally(() => renewals.delete(connection.id));
    renewals.set(connection.id, running);
    return running;
  };
}

const needsRenewal = (session: Session, credentials: Credentials, refused: Credentials | undefined, now: Date) =>
  session.isStale(credentials, now) ||
  (refused !== undefined && JSON.stringify(refused) === JSON.stringify(credentials));

export type MarkRevoked = (connectionId: string) => Promise<void>;

/** Notes that the platform refused the account's credentials for good. */
export const makeMarkRevoked =
  ({ db, clock }: { db: Db; clock: () => Date }): MarkRevoked =>
  (connectionId) => {
    const now = clock();
    return updateConnection(db, connectionId, { revokedAt: now, updatedAt: now });
  };
