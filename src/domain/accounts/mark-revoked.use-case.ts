import type { Db } from '../../foundation/database/unit-of-work.js';
import { revokeConnection } from './connection.repository.js';
import type { StoredCredentials } from './load-account.use-case.js';

export type MarkRevoked = (opened: StoredCredentials) => Promise<void>;

/** Records that the platform permanently rejected the account's credentials, unless it was reconnected meanwhile. */
export const makeMarkRevoked =
  ({ db, clock }: { db: Db; clock: () => Date }): MarkRevoked =>
  ({ connectionId, stored }) =>
    revokeConnection(db, connectionId, stored, clock());
