/** Callers by their credentials, and the notifications of changes to their access. */
import { isOneOf, prepared } from '../../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Channel } from '../../events/live-hub.js';
import { UserEntity } from '../account/user.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import type { ApiKey } from './api-key.repository.js';
import { SessionEntity } from './session.entity.js';
import { idleSince } from './session.js';

const USER = table(UserEntity).of('u');
const OWNER = table(UserEntity).of('o');
const KEY = table(ApiKeyEntity).of('k');
const SESSION = table(SessionEntity).of('s');

const CALLER = USER.only('id', 'heldAt', 'holdReason', 'holdExpiresAt', 'deactivatedAt', 'removalAt', 'workspaceAccess')
  .and(OWNER.only('plan', 'mcpAccess'))
  .plus({
    ownerId: OWNER.get('id'),
    ownerDeactivatedAt: OWNER.get('deactivatedAt'),
    ownerRemovalAt: OWNER.get('removalAt'),
    ownerEmailConfirmedAt: OWNER.get('emailConfirmedAt'),
  });
const KEY_AND_CALLER = CALLER.plus({
  prefix: KEY.get('prefix'),
  keyId: KEY.get('id'),
  hash: KEY.get('hash'),
  scopes: KEY.get('scopes'),
  revokedAt: KEY.get('revokedAt'),
  isOwned: expression<boolean>('u.id IS NOT NULL'),
});
const SESSION_AND_CALLER = CALLER.plus({
  tokenHash: SESSION.get('tokenHash'),
  sessionId: SESSION.get('id'),
  sessionExpiresAt: SESSION.get('expiresAt'),
});

/** A user with its owner: the workspace owner who manages it, or itself. */
export type Caller = RowIn<typeof CALLER>;

const WITH_OWNER = 'users u JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)';

export interface KeyWithOwner {
  key: Pick<ApiKey, 'id' | 'hash' | 'scopes' | 'revokedAt'>;
  owner: Caller | null;
}

/** Keys and their owners in one query, by prefix. */
export async function findKeysByPrefix(db: Db, prefixes: readonly string[]): Promise<Map<string, KeyWithOwner>> {
  const [hasPrefix, value] = isOneOf('k.prefix', '$1', prefixes);
  const rows = await db.query(
    prepared(`SELECT ${KEY_AND_CALLER.list}
       FROM api_keys k LEFT JOIN (${WITH_OWNER}) ON u.id = k.user_id
      WHERE ${hasPrefix}`),
    [value],
  );
  return new Map(
    KEY_AND_CALLER.rows(rows).map((row) => {
      const { prefix, keyId: id, hash, scopes, revokedAt, isOwned, ...owner } = row;
      const key = { id, hash, scopes, revokedAt };
      return [prefix, { key, owner: isOwned ? owner : null }];
    }),
  );
}

export const findKeyByPrefix = async (db: Db, prefix: string): Promise<KeyWithOwner | undefined> =>
  (await findKeysByPrefix(db, [prefix])).get(prefix);

/** A session with its user and its expiry. */
export type SessionCaller = Omit<RowIn<typeof SESSION_AND_CALLER>, 'tokenHash'>;

/** Sessions with their users, by the hash of the token; without unknown and expired ones. */
export async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, SessionCaller>> {
  const [hasToken, value] = isOneOf('s.token_hash', '$1', tokenHashes);
  const rows = await db.query(
    prepared(`SELECT ${SESSION_AND_CALLER.list}
       FROM sessions s JOIN (${WITH_OWNER}) ON u.id = s.user_id
      WHERE ${hasToken} AND s.expires_at > $2 AND s.last_used_at > $3`),
    [value, now, idleSince(now)],
  );
  return new Map(SESSION_AND_CALLER.rows(rows).map(({ tokenHash, ...caller }) => [tokenHash, caller]));
}

/** Notifies that the access of a user may have changed: of its row, its keys or its sessions (a trigger of the database). */
export const ACCESS_CHANGES: Channel<string> = {
  name: 'access_changed',
  parse: (userId) => userId,
  topicsOf: (userId) => [userId],
};
