/** Callers by their credentials, and the notifications of changes to their access. */
import { isOneOf, prepared } from '../../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Channel } from '../../events/live-hub.js';
import { UserEntity } from '../account/user.entity.js';
import { MembershipEntity } from '../people/membership.entity.js';
import { STATE } from '../people/membership.repository.js';
import { PersonEntity } from '../people/person.entity.js';
import { ROLES } from '../people/role.js';
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
const PERSON = table(PersonEntity).of('p');
const MEMBERSHIP = table(MembershipEntity).of('m');
/** The account of the membership: that of the caller, or the one that manages the caller. */
const HOME = table(UserEntity).of('h');

const CALLER = USER.only('id', 'heldAt', 'holdReason', 'holdExpiresAt', 'deactivatedAt', 'removalAt', 'workspaceAccess')
  .and(OWNER.only('plan', 'limitOverrides', 'mcpAccess', 'additionsRevision'))
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
const MEMBER = CALLER.except('heldAt', 'holdReason', 'holdExpiresAt', 'deactivatedAt', 'removalAt', 'workspaceAccess')
  .and(HOME.only('workspaceAccess'))
  .plus({
    ...STATE,
    role: MEMBERSHIP.get('role'),
    mustSetUpSecondFactor: expression<boolean>(
      `((h.two_factor_required OR o.two_factor_required) AND NOT EXISTS (
         SELECT FROM second_factors f WHERE f.person_id = m.person_id AND f.confirmed_at IS NOT NULL))`,
    ),
  });
const SESSION_AND_MEMBER = MEMBER.plus({
  isMember: expression<boolean>('m.user_id IS NOT NULL'),
  tokenHash: SESSION.get('tokenHash'),
  sessionId: SESSION.get('id'),
  sessionUserId: SESSION.get('userId'),
  sessionExpiresAt: SESSION.get('expiresAt'),
  personId: PERSON.get('id'),
  personEmail: PERSON.get('email'),
});

const OPERATOR_SESSION_AND_CALLER = CALLER.plus({
  sessionId: OPERATOR_SESSION.get('id'),
  sessionExpiresAt: OPERATOR_SESSION.get('expiresAt'),
  mayWrite: OPERATOR_SESSION.get('mayWrite'),
  operatorId: PERSON.get('id'),
  operatorEmail: PERSON.get('email'),
  personId: expression<string>('coalesce(w.id, p.id)'),
  personEmail: expression<string>('coalesce(w.email, p.email)'),
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

/** A member of an account, as who they act there. */
export type Member = RowIn<typeof MEMBER>;

/** A session with its person. */
export interface SessionMember {
  id: string;
  /** The account that they signed in to. */
  userId: string;
  expiresAt: Date;
  personId: string;
  personEmail: string;
  /** In that account; null: the membership has ended, or the account has moved or is gone. */
  member: Member | null;
}

/** Sessions with their people, by the hash of the token; without unknown and expired ones. */
export async function findSessionMembers(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, SessionMember>> {
  const [hasToken, value] = isOneOf('s.token_hash', tokenHashes);
  const rows = await db.query(
    prepared(`SELECT ${SESSION_AND_MEMBER.list}
       FROM sessions s JOIN people p ON p.id = s.person_id
       LEFT JOIN (memberships m JOIN (${WITH_OWNER}) ON u.id = m.user_id JOIN users h ON h.id = m.user_id)
              ON m.person_id = s.person_id AND m.user_id = s.user_id
      WHERE ${hasToken} AND s.expires_at > $2 AND s.last_used_at > $3`),
    [value, now, idleSince(now)],
  );
  return new Map(
    SESSION_AND_MEMBER.rows(rows).map((row) => {
      const { tokenHash, sessionId: id, sessionUserId: userId, sessionExpiresAt: expiresAt, ...others } = row;
      const { personId, personEmail, isMember, ...member } = others;
      return [tokenHash, { id, userId, expiresAt, personId, personEmail, member: isMember ? member : null }];
    }),
  );
}

/**
 * A person as a member of an account, or of the account that manages it: then only where that has workspace access. Null:
 * the person is a member of neither.
 */
export async function findMember(db: Db, personId: string, userId: string): Promise<Member | null> {
  const rows = await db.query(
    prepared(`SELECT ${MEMBER.list}
       FROM ${WITH_OWNER} JOIN memberships m ON m.person_id = $1 AND m.user_id IN (u.id, o.id)
       JOIN users h ON h.id = m.user_id
      WHERE u.id = $2 AND (h.id = u.id OR h.workspace_access)
      ORDER BY array_position($3::text[], m.role), h.id = u.id
      LIMIT 1`),
    [personId, userId, ROLES],
  );
  return MEMBER.first(rows);
}

/** An account that an operator is signed in as. `personId`: its owner; without one, the operator. */
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
       JOIN people p ON p.id = s.person_id AND p.is_operator
       JOIN memberships m ON m.person_id = p.id AND m.user_id = s.user_id
       JOIN users h ON h.id = m.user_id AND h.deactivated_at IS NULL AND h.removal_at IS NULL
                   AND (h.held_at IS NULL OR h.hold_expires_at <= $3)
       JOIN second_factors f ON f.person_id = p.id AND f.confirmed_at IS NOT NULL
       LEFT JOIN (memberships x JOIN people w ON w.id = x.person_id) ON x.user_id = u.id AND x.role = 'OWNER'
      WHERE t.token_hash = $1 AND t.expires_at > $3
        AND NOT EXISTS (SELECT FROM memberships y JOIN people z ON z.id = y.person_id AND z.is_operator WHERE y.user_id = u.id)`,
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
