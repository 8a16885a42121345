import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { batchedLookup } from '../../foundation/database/batched-lookup.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Account, Credentials } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { Session } from '../../platforms/port/platform.js';
import {
  type ConnectionKey,
  findStoredConnections,
  lockStoredConnection,
  type StoredConnection,
  updateConnection,
} from './connection.repository.js';

/** A connection with its stored credentials, to which a rejection refers. */
export interface StoredCredentials {
  connectionId: string;
  stored: string;
}

export type LoadedAccount =
  | ({ kind: 'open'; account: Account } & StoredCredentials)
  | { kind: 'missing' }
  /** Neither the connection nor the operator sets a base URL. */
  | { kind: 'unaddressed' }
  /** `accessEndsAt`: when the access that could not be renewed ends; null if that is not known. */
  | ({ kind: 'failed'; failure: Failure; accessEndsAt: Date | null } & StoredCredentials);

export interface LoadAccountInput {
  userId: string;
  platformId: string;
  /** Base URL of the platform's API, unless the connection overrides it. */
  baseUrl: string | null;
  session: Session | null;
  /** Credentials that the platform has just rejected: they are refreshed unless that has been done meanwhile. */
  refused?: Credentials;
  /** Also refreshes credentials that are still valid, if due. */
  isAhead?: boolean;
}

/** The most requests that a platform's refresh makes, and one more. */
const REQUESTS_OF_A_REFRESH = 3;

export type LoadAccount = (input: LoadAccountInput) => Promise<LoadedAccount>;

/**
 * Loads the account of a connection with valid credentials: its session is created or refreshed if needed. That happens
 * once, however many workers need it (row lock; deduplicated within a process), and the new credentials are stored
 * before they are used.
 */
export function makeLoadAccount(needs: {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
  /** Each refresh holds a database connection during the platform's response, so their number is limited. */
  renewalsAtOnce: number;
  /** How long a platform may take to answer a request. */
  requestTimeoutMs: number;
}): LoadAccount {
  const { db, transaction, cipher, clock, requestTimeoutMs } = needs;
  const runLimited = limitConcurrency(needs.renewalsAtOnce);
  // Accounts loaded in the same tick are read in one query.
  const findConnection = batchedLookup((keys: readonly ConnectionKey[]) => findStoredConnections(db, keys));
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
      const connection = await lockStoredConnection(tx, found.id, REQUESTS_OF_A_REFRESH * requestTimeoutMs);
      if (!connection) return { kind: 'missing' };
      const credentials = cipher.decrypt(connection.credentials, connection.id);
      const current = opened(connection, baseUrl, credentials);
      if (!needsRenewal(session, credentials, input, clock())) return current;
      const renewed = await session.refresh(current.account);
      if (renewed.kind === 'failed') {
        const { expiresAt } = credentials;
        const accessEndsAt = expiresAt === undefined ? null : new Date(expiresAt);
        return { ...renewed, accessEndsAt, connectionId: connection.id, stored: connection.credentials };
      }
      const stored = cipher.encrypt(renewed.credentials, connection.id);
      await updateConnection(tx, connection.id, {
        credentials: stored,
        accessTokenExpiresAt: renewed.expiresAt,
        renewAt: session.renewAt(renewed.credentials),
        renewalRefusedAt: null,
        revokedAt: null,
        updatedAt: clock(),
      });
      return opened({ ...connection, credentials: stored }, baseUrl, renewed.credentials);
    });

  return async (input) => {
    const { userId, platformId, session } = input;
    const connection = await findConnection({ userId, platformId });
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
