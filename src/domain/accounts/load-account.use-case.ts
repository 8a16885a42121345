import DataLoader from 'dataloader';
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Account, Credentials } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { Session } from '../../platforms/port/platform.js';
import {
  type ConnectionKey,
  findStoredConnections,
  lockStoredConnection,
  revokeConnection,
  type StoredConnection,
  updateConnection,
} from './connection.repository.js';

/** A connection with its credentials as they are stored: what a refusal of them is about. */
export interface StoredCredentials {
  connectionId: string;
  stored: string;
}

export type LoadedAccount =
  | ({ kind: 'open'; account: Account } & StoredCredentials)
  | { kind: 'missing' }
  /** Neither the connection nor the operator says where the platform's API lives. */
  | { kind: 'unaddressed' }
  | ({ kind: 'failed'; failure: Failure } & StoredCredentials);

export interface LoadAccountInput {
  userId: string;
  platformId: string;
  /** Where the platform's API lives when the connection does not say. */
  baseUrl: string | null;
  session: Session | null;
  /** Credentials that the platform has just refused: they are renewed unless somebody has done so meanwhile. */
  refused?: Credentials;
  /** Renews also what still works, when its time for that has come. */
  isAhead?: boolean;
}

export type LoadAccount = (input: LoadAccountInput) => Promise<LoadedAccount>;

/**
 * The account of a connection, ready to publish: its session is made or renewed when it has to be. That happens once,
 * however many workers want it (lock on the row; one at a time within a process), and the new credentials are stored
 * before they are used.
 */
export function makeLoadAccount(needs: {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
  /** Each renewal holds a connection to the database while the platform answers: a slow one must not hold up the rest. */
  renewalsAtOnce: number;
}): LoadAccount {
  const { db, transaction, cipher, clock } = needs;
  const runLimited = limitConcurrency(needs.renewalsAtOnce);
  // Accounts that are opened at the same moment are read together.
  const connections = new DataLoader((keys: readonly ConnectionKey[]) => findStoredConnections(db, keys), {
    cache: false,
  });
  const renewals = new Map<string, Promise<LoadedAccount>>();

  const opened = (
    { id, accountId, credentials: stored }: StoredConnection,
    baseUrl: string,
    credentials: Credentials,
  ) => ({ kind: 'open', connectionId: id, stored, account: { accountId, baseUrl, credentials } }) as const;

  const renew = (
    found: StoredConnection,
    baseUrl: string,
    session: Session,
    input: LoadAccountInput,
  ): Promise<LoadedAccount> =>
    transaction(async (tx) => {
      const connection = await lockStoredConnection(tx, found.id);
      if (!connection) return { kind: 'missing' };
      const credentials = cipher.decrypt(connection.credentials, connection.id);
      const current = opened(connection, baseUrl, credentials);
      if (!needsRenewal(session, credentials, input, clock())) return current;
      const renewed = await session.refresh(current.account);
      if (renewed.kind === 'failed') {
        return { ...renewed, connectionId: connection.id, stored: connection.credentials };
      }
      const stored = cipher.encrypt(renewed.credentials, connection.id);
      await updateConnection(tx, connection.id, {
        credentials: stored,
        accessTokenExpiresAt: renewed.expiresAt,
        renewAt: session.renewAt(renewed.credentials),
        revokedAt: null,
        updatedAt: clock(),
      });
      return opened({ ...connection, credentials: stored }, baseUrl, renewed.credentials);
    });

  return async (input) => {
    const { userId, platformId, session } = input;
    const connection = await connections.load({ userId, platformId });
    if (!connection) return { kind: 'missing' };
    const baseUrl = connection.baseUrl ?? input.baseUrl;
    if (baseUrl === null) return { kind: 'unaddressed' };
    const credentials = cipher.decrypt(connection.credentials, connection.id);
    if (!session || !needsRenewal(session, credentials, input, clock())) {
      return opened(connection, baseUrl, credentials);
    }
    const running =
      renewals.get(connection.id) ??
      runLimited(() => renew(connection, baseUrl, session, input)).finally(() => renewals.delete(connection.id));
    renewals.set(connection.id, running);
    return running;
  };
}

function needsRenewal(
  session: Session,
  credentials: Credentials,
  { refused, isAhead }: LoadAccountInput,
  now: Date,
): boolean {
  if (session.isStale(credentials, now)) return true;
  if (refused && JSON.stringify(refused) === JSON.stringify(credentials)) return true;
  const renewAt = isAhead ? session.renewAt(credentials) : null;
  return renewAt !== null && renewAt <= now;
}

export type MarkRevoked = (opened: StoredCredentials) => Promise<void>;

/** Notes that the platform refused the account's credentials for good. Who connected it again meanwhile has new ones. */
export const makeMarkRevoked =
  ({ db, clock }: { db: Db; clock: () => Date }): MarkRevoked =>
  ({ connectionId, stored }) =>
    revokeConnection(db, connectionId, stored, clock());
