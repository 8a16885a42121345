/** Callers by their credentials, and the notifications of changes to their access. */
import { isOneOf, prepared } from '../../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Channel } from '../../events/live-hub.js';
import { UserEntity } from '../account/user.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import type { ApiKey } from './api-key.repository.js';
import { ApplicationEntity } from './application.entity.js';
import type { Application } from './application.repository.js';
import { OperatorSessionEntity } from './operator-session.entity.js';
import { SessionEntity } from './session.entity.js';
import { idleSince } from './session.js';

const USER = table(UserEntity).of('u');
const OWNER = table(UserEntity).of('o');
const KEY = table(ApiKeyEntity).of('k');
const APPLICATION = table(ApplicationEntity).of('a');
const SESSION = table(SessionEntity).of('s');
const OPERATOR_SESSION = table(OperatorSessionEntity).of('t');
const OPERATOR = table(UserEntity).of('p');

const CALLER = USER.only('id', 'heldAt', 'holdReason', 'holdExpiresAt', 'deactivatedAt', 'removalAt', 'workspaceAccess')
  .and(OWNER.only('plan', 'limitOverrides', 'mcpAccess'))
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
const APPLICATION_AND_CALLER = CALLER.plus({
  familyHash: APPLICATION.get('familyHash'),
  applicationId: APPLICATION.get('id'),
  scopes: APPLICATION.get('scopes'),
  accessHash: APPLICATION.get('accessHash'),
  accessExpiresAt: APPLICATION.get('accessExpiresAt'),
  isOwned: expression<boolean>('u.id IS NOT NULL'),
});
const SESSION_AND_CALLER = CALLER.plus({
  tokenHash: SESSION.get('tokenHash'),
  sessionId: SESSION.get('id'),
  sessionExpiresAt: SESSION.get('expiresAt'),
});

const OPERATOR_SESSION_AND_CALLER = CALLER.plus({
  sessionId: OPERATOR_SESSION.get('id'),
  sessionExpiresAt: OPERATOR_SESSION.get('expiresAt'),
  mayWrite: OPERATOR_SESSION.get('mayWrite'),
  operatorId: OPERATOR.get('id'),
  operatorEmail: OPERATOR.get('email'),
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
  const [hasPrefix, value] = isOneOf('k.prefix', prefixes);
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

export interface ApplicationWithOwner {
  application: Pick<Application, 'id' | 'scopes' | 'accessHash' | 'accessExpiresAt'>;
  owner: Caller | null;
}

/** Connected applications and their owners in one query, by the hash of the family. */
export async function findApplicationsByFamily(
  db: Db,
  familyHashes: readonly string[],
): Promise<Map<string, ApplicationWithOwner>> {
  const [hasFamily, value] = isOneOf('a.family_hash', familyHashes);
  const rows = await db.query(
    prepared(`SELECT ${APPLICATION_AND_CALLER.list}
       FROM applications a LEFT JOIN (${WITH_OWNER}) ON u.id = a.user_id
      WHERE ${hasFamily}`),
    [value],
  );
  return new Map(
    APPLICATION_AND_CALLER.rows(rows).map((row) => {
      const { familyHash, applicationId: id, scopes, accessHash, accessExpiresAt, isOwned, ...owner } = row;
      const application = { id, scopes, accessHash, accessExpiresAt };
      return [familyHash, { application, owner: isOwned ? owner : null }];
    }),
  );
}

/** A session with its user and its expiry. */
export type SessionCaller = Omit<RowIn<typeof SESSION_AND_CALLER>, 'tokenHash'>;

/** Sessions with their users, by the hash of the token; without unknown and expired ones. */
export async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, SessionCaller>> {
  const [hasToken, value] = isOneOf('s.token_hash', tokenHashes);
  const rows = await db.query(
    prepared(`SELECT ${SESSION_AND_CALLER.list}
       FROM sessions s JOIN (${WITH_OWNER}) ON u.id = s.user_id
      WHERE ${hasToken} AND s.expires_at > $2 AND s.last_used_at > $3`),
    [value, now, idleSince(now)],
  );
  return new Map(SESSION_AND_CALLER.rows(rows).map(({ tokenHash, ...caller }) => [tokenHash, caller]));
}

/** An account that an operator is signed in as. */
export type OperatorSessionCaller = RowIn<typeof OPERATOR_SESSION_AND_CALLER>;

/**
 * The session of an operator in another account, by the hashes of its token and of that of the operator's own session.
 * Null: it has ended, or its operator may no longer open the console, or the account has become an operator's.
 */
export async function findOperatorSession(
  db: Db,
  { tokenHash, ownTokenHash }: { tokenHash: string; ownTokenHash: string },
  now: Date,
): Promise<OperatorSessionCaller | null> {
  const rows = await db.query(
    `SELECT ${OPERATOR_SESSION_AND_CALLER.list}
       FROM operator_sessions t JOIN (${WITH_OWNER}) ON u.id = t.user_id
       JOIN sessions s ON s.id = t.session_id AND s.token_hash = $2 AND s.expires_at > $3
       JOIN users p ON p.id = s.user_id AND p.is_operator AND p.deactivated_at IS NULL AND p.removal_at IS NULL
                   AND (p.held_at IS NULL OR p.hold_expires_at <= $3)
       JOIN second_factors f ON f.user_id = p.id AND f.confirmed_at IS NOT NULL
      WHERE t.token_hash = $1 AND t.expires_at > $3 AND NOT u.is_operator`,
    [tokenHash, ownTokenHash, now],
  );
  return OPERATOR_SESSION_AND_CALLER.first(rows);
}

/** Notifies that the access of a user may have changed: of its row, its keys or its sessions (a trigger of the database). */
export const ACCESS_CHANGES: Channel<string> = {
  name: 'access_changed',
  parse: (userId) => userId,
  topicsOf: (userId) => [userId],
};
