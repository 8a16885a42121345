/** Users, their API keys and sessions. */
import { In, IsNull, Not, QueryFailedError, type SelectQueryBuilder } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { fromRow } from '../../foundation/database/rows.js';
import { prepared } from '../../foundation/database/statement.js';
import { UNIQUE_VIOLATION } from '../../foundation/database/unique-violation.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Channel } from '../events/live-hub.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { DeviceEntity } from './device.entity.js';
import { EmailTokenEntity } from './email-token.entity.js';
import { SessionEntity } from './session.entity.js';
import { idleSince } from './session.js';
import { UserEntity } from './user.entity.js';

export type User = UserEntity;
export type NewUser = Pick<User, 'id' | 'email' | 'emailConfirmedAt' | 'displayName' | 'plan' | 'createdAt'> &
  Partial<User>;
export type ApiKey = ApiKeyEntity;

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

/** Ends a session; undefined if there was none. */
export async function deleteSession(
  db: Db,
  tokenHash: string,
): Promise<Pick<SessionEntity, 'id' | 'userId'> | undefined> {
  const [rows] = await db.query('DELETE FROM sessions WHERE token_hash = $1 RETURNING id, user_id AS "userId"', [
    tokenHash,
  ]);
  return rows[0];
}

/** Replaces the token of a user's session; returns its expiry, or undefined if there is no such session. */
export async function replaceSessionToken(
  db: Db,
  userId: string,
  { id, tokenHash }: { id: string; tokenHash: string },
): Promise<Date | undefined> {
  const [rows] = await db.query(
    'UPDATE sessions SET token_hash = $3 WHERE user_id = $1 AND id = $2 RETURNING expires_at',
    [userId, id, tokenHash],
  );
  return rows[0]?.expires_at;
}

/**
 * Cancels pending e-mail changes of an account, including their links. The lock comes first, so that no link is created
 * meanwhile.
 */
export async function deleteEmailChanges(db: Db, userId: string): Promise<void> {
  const user = await lockUser(db, userId);
  if (user) await db.delete(EmailTokenEntity, { userId, purpose: 'confirm_email', email: Not(user.email) });
}

/** Ends every session of a user, and deletes its known browsers and pending e-mail changes; returns their number. */
export async function deleteSessionsOfUser(db: Db, userId: string): Promise<number> {
  await deleteEmailChanges(db, userId);
  const { affected } = await db.delete(SessionEntity, { userId });
  await db.delete(DeviceEntity, { userId });
  return affected ?? 0;
}

/** The managers of these users; null if not managed. */
export async function managersOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const users = await db.find(UserEntity, { select: { id: true, managedById: true }, where: { id: In([...userIds]) } });
  return new Map(users.map(({ id, managedById }) => [id, managedById]));
}

/** Notifies that the access of a user may have changed: of its row, its keys or its sessions (a trigger of the database). */
export const ACCESS_CHANGES: Channel<string> = {
  name: 'access_changed',
  parse: (userId) => userId,
  topicsOf: (userId) => [userId],
};

export const findUser = (db: Db, userId: string): Promise<User | null> => db.findOneBy(UserEntity, { id: userId });

/** Users by their ids, in any order. */
export const usersById = (db: Db, ids: string[]): Promise<User[]> => db.findBy(UserEntity, { id: In(ids) });

/** The account that owns an e-mail address: it signs in with it, or has confirmed it. */
export const findUserByEmail = (db: Db, email: string): Promise<User | null> =>
  db
    .createQueryBuilder(UserEntity, 'user')
    .where('user.email = :email', { email })
    .andWhere('user.managedById IS NULL')
    .andWhere('(user.passwordHash IS NOT NULL OR user.emailConfirmedAt IS NOT NULL)')
    .getOne();

/** The managed user with an e-mail address. */
export const findManagedUserByEmail = (db: Db, email: string): Promise<User | null> =>
  db.findOneBy(UserEntity, { email, managedById: Not(IsNull()) });

/** Which users of a workspace owner. */
export interface ManagedUserFilter {
  ownerId: string;
  /** Part of the name or of the address, in any letter case; empty: all. */
  text: string;
}

function filteredUsers(db: Db, { ownerId, text }: ManagedUserFilter): SelectQueryBuilder<UserEntity> {
  const users = db.createQueryBuilder(UserEntity, 'user').where('user.managedById = :ownerId', { ownerId });
  if (text === '') return users;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return users.andWhere('(user.displayName ILIKE :pattern OR user.email ILIKE :pattern)', { pattern });
}

/** A page of the users of a workspace owner, oldest first. */
export function managedUsers(
  db: Db,
  filter: ManagedUserFilter,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<User[]> {
  const users = filteredUsers(db, filter);
  if (after) users.andWhere('(user.createdAt, user.id) > (:time, :id)', after);
  return users.orderBy('user.createdAt').addOrderBy('user.id').limit(limit).getMany();
}

export async function managesUsers(db: Db, ownerId: string): Promise<boolean> {
  const [{ manages }] = await db.query(
    prepared('SELECT EXISTS (SELECT FROM users WHERE managed_by_id = $1) AS manages'),
    [ownerId],
  );
  return manages;
}

export const countManagedUsers = (db: Db, filter: ManagedUserFilter): Promise<number> =>
  filteredUsers(db, filter).getCount();

/** Stores a user; false if the e-mail address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { raw } = await db
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values(columns<UserEntity>(user))
    .orIgnore()
    .returning('id')
    .updateEntity(false)
    .execute();
  return raw.length > 0;
}

/** Updates a user; false if there is none. */
export async function updateUser(db: Db, where: Partial<User>, changes: Partial<User>): Promise<boolean> {
  const { affected } = await db.update(UserEntity, columns<UserEntity>(where), columns<UserEntity>(changes));
  return affected === 1;
}

/** Sets a confirmed address of the user; false if it belongs to another account. */
export async function setConfirmedEmail(db: Db, id: string, email: string, now: Date): Promise<boolean> {
  try {
    return await updateUser(db, { id }, { email, emailConfirmedAt: now });
  } catch (error) {
    if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Takes the user's row lock, so that its counts stay valid until the transaction ends. */
export const lockUser = (db: Db, id: string): Promise<User | null> =>
  db.findOne(UserEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

/** The same, and of the user only what limits its plan sets. */
export async function lockPlan(db: Db, id: string): Promise<Pick<User, 'plan' | 'channelQuantity'> | undefined> {
  const [user] = await db.query(
    prepared('SELECT plan, channel_quantity AS "channelQuantity" FROM users WHERE id = $1 FOR NO KEY UPDATE'),
    [id],
  );
  return user;
}

/** The same for the owner of a user's plan: the user, or the workspace owner who manages it. */
export async function lockOwnerOf(db: Db, userId: string): Promise<Pick<User, 'id' | 'plan'> | undefined> {
  const [owner] = await db.query(
    `SELECT o.id, o.plan FROM users u JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
      WHERE u.id = $1 FOR NO KEY UPDATE OF o`,
    [userId],
  );
  return owner;
}

export async function insertApiKey(db: Db, key: Omit<ApiKey, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
  await db.insert(ApiKeyEntity, key);
}

/** A user's active keys, oldest first. */
export const activeApiKeys = (db: Db, userId: string): Promise<ApiKey[]> =>
  db.find(ApiKeyEntity, { where: { userId, revokedAt: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Active keys by their ids, in any order. */
export const activeApiKeysById = (db: Db, ids: string[]): Promise<ApiKey[]> =>
  db.findBy(ApiKeyEntity, { id: In(ids), revokedAt: IsNull() });

export const findApiKey = (db: Db, id: string): Promise<ApiKey | null> => db.findOneBy(ApiKeyEntity, { id });

/** Updates the user's matching active keys; returns their number. */
export async function updateApiKeys(
  db: Db,
  where: { userId: string; id?: string },
  changes: Partial<Pick<ApiKey, 'name' | 'revokedAt'>>,
): Promise<number> {
  const { affected } = await db.update(ApiKeyEntity, { ...where, revokedAt: IsNull() }, changes);
  return affected ?? 0;
}

/** Records uses of keys; a recorded time never decreases. */
export async function recordApiKeyUses(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.at)
       FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at) WHERE k.id = u.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}
