/** Callers by their credentials, and the notifications of changes to their access. */
import { fromRow } from '../../../foundation/database/rows.js';
import { prepared } from '../../../foundation/database/statement.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Channel } from '../../events/live-hub.js';
import type { User } from '../account/user.repository.js';
import type { ApiKey } from './api-key.repository.js';
import { idleSince } from './session.js';

/** A user with its owner: the workspace owner who manages it, or itself. */
export interface Caller {
  id: string;
  heldAt: Date | null;
  holdReason: string | null;
  holdExpiresAt: Date | null;
  deactivatedAt: Date | null;
  removalAt: Date | null;
  workspaceAccess: boolean;
  ownerId: string;
  ownerDeactivatedAt: Date | null;
  ownerRemovalAt: Date | null;
  ownerEmailConfirmedAt: Date | null;
  plan: User['plan'];
  mcpAccess: boolean;
}

const CALLER = `u.id, u.held_at, u.hold_reason, u.hold_expires_at, u.deactivated_at, u.removal_at,
  u.workspace_access, o.id AS owner_id, o.deactivated_at AS owner_deactivated_at, o.removal_at AS owner_removal_at,
  o.email_confirmed_at AS owner_email_confirmed_at, o.plan, o.mcp_access`;
const WITH_OWNER = 'users u JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)';

export interface KeyWithOwner {
  key: Pick<ApiKey, 'id' | 'hash' | 'mcpAccess' | 'workspaceAccess' | 'revokedAt'>;
  owner: Caller | null;
}

/** Keys and their owners in one query, by prefix. */
export async function findKeysByPrefix(db: Db, prefixes: readonly string[]): Promise<Map<string, KeyWithOwner>> {
  const rows: KeyRow[] = await db.query(
    prepared(`SELECT k.prefix, k.id AS key_id, k.hash, k.mcp_access AS key_mcp, k.workspace_access AS key_workspace,
            k.revoked_at, ${CALLER}
       FROM api_keys k LEFT JOIN (${WITH_OWNER}) ON u.id = k.user_id
      WHERE k.prefix = ANY($1)`),
    [prefixes],
  );
  return new Map(rows.map((row) => [row.prefix, toKeyWithOwner(row)]));
}

interface KeyRow {
  prefix: string;
  key_id: string;
  hash: string;
  key_mcp: boolean;
  key_workspace: boolean;
  revoked_at: Date | null;
  /** Of the owner; null if there is none. */
  id: string | null;
}

function toKeyWithOwner({
  prefix: _,
  key_id,
  hash,
  key_mcp,
  key_workspace,
  revoked_at,
  ...owner
}: KeyRow): KeyWithOwner {
  return {
    key: { id: key_id, hash, mcpAccess: key_mcp, workspaceAccess: key_workspace, revokedAt: revoked_at },
    owner: owner.id === null ? null : fromRow<Caller>(owner),
  };
}

export const findKeyByPrefix = async (db: Db, prefix: string): Promise<KeyWithOwner | undefined> =>
  (await findKeysByPrefix(db, [prefix])).get(prefix);

/** A session with its user and its expiry. */
export type SessionCaller = Caller & { sessionId: string; sessionExpiresAt: Date };

/** Sessions with their users, by the hash of the token; without unknown and expired ones. */
export async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, SessionCaller>> {
  const rows: { token_hash: string }[] = await db.query(
    prepared(`SELECT s.token_hash, s.id AS session_id, s.expires_at AS session_expires_at, ${CALLER}
       FROM sessions s JOIN (${WITH_OWNER}) ON u.id = s.user_id
      WHERE s.token_hash = ANY($1) AND s.expires_at > $2 AND s.last_used_at > $3`),
    [tokenHashes, now, idleSince(now)],
  );
  return new Map(rows.map(({ token_hash, ...row }) => [token_hash, fromRow<SessionCaller>(row)]));
}

/** Notifies that the access of a user may have changed: of its row, its keys or its sessions (a trigger of the database). */
export const ACCESS_CHANGES: Channel<string> = {
  name: 'access_changed',
  parse: (userId) => userId,
  topicsOf: (userId) => [userId],
};
