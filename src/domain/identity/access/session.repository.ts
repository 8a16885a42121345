/** Sessions as their owner sees and ends them. */
import { In, MoreThan } from 'typeorm';
import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { deleteEmailChanges } from '../account/email-token.repository.js';
import { DeviceEntity } from './device.entity.js';
import { deleteOperatorSessionsOfUser } from './operator-session.repository.js';
import { SessionEntity } from './session.entity.js';
import { idleSince, MAX_SESSIONS } from './session.js';

export type Session = SessionEntity;

const ENDED = table(SessionEntity).only('id', 'userId');

/** Stores a session; of more than 50 the oldest end. */
export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.insert(SessionEntity, session);
  await db.query(
    `DELETE FROM sessions WHERE token_hash IN
       (SELECT token_hash FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
    [session.userId, MAX_SESSIONS],
  );
}

/** A user's sessions that are not over, the one that was used last first. */
export const activeSessions = (db: Db, userId: string, now: Date): Promise<Session[]> =>
  db.find(SessionEntity, {
    where: { userId, expiresAt: MoreThan(now), lastUsedAt: MoreThan(idleSince(now)) },
    order: { lastUsedAt: 'DESC', id: 'DESC' },
  });

/** Sessions by their ids, in any order. */
export const sessionsById = (db: Db, ids: string[]): Promise<Session[]> => db.findBy(SessionEntity, { id: In(ids) });

/** Whether the user has this session. */
export const hasSession = (db: Db, userId: string, id: string): Promise<boolean> =>
  db.existsBy(SessionEntity, { userId, id });

/**
 * Ends a session of the user, forgets its browser, and that the account was to have another address; null when the
 * user has no such session.
 */
export async function deleteSessionById(db: Db, userId: string, id: string): Promise<Session | null> {
  await deleteEmailChanges(db, userId);
  const session = await db.findOneBy(SessionEntity, { userId, id });
  if (!session) return null;
  if (session.deviceId) await db.delete(DeviceEntity, { id: session.deviceId });
  const { affected } = await db.delete(SessionEntity, { userId, id });
  return affected === 1 ? session : null;
}

/**
 * Ends a user's sessions but one, forgets the browsers but that one's, and that the account was to have another address;
 * how many sessions there were.
 */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<number> {
  await deleteEmailChanges(db, userId);
  await db.query(
    `DELETE FROM devices WHERE user_id = $1
        AND id IS DISTINCT FROM (SELECT device_id FROM sessions WHERE user_id = $1 AND id = $2)`,
    [userId, keptId],
  );
  const [, ended] = await db.query('DELETE FROM sessions WHERE user_id = $1 AND id <> $2', [userId, keptId]);
  return ended;
}

/** Notes uses of sessions, never earlier than what is noted already. */
export async function recordSessionUses(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `UPDATE sessions s SET last_used_at = greatest(s.last_used_at, u.at)
       FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at) WHERE s.id = u.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}

/** Ends a session; null if there was none. */
export async function deleteSession(db: Db, tokenHash: string): Promise<RowIn<typeof ENDED> | null> {
  const [rows] = await db.query(`DELETE FROM sessions WHERE token_hash = $1 RETURNING ${ENDED.list}`, [tokenHash]);
  return ENDED.first(rows);
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

/** Ends every session of a user, and deletes its known browsers and pending e-mail changes; returns their number. */
export async function deleteSessionsOfUser(db: Db, userId: string): Promise<number> {
  await deleteEmailChanges(db, userId);
  await deleteOperatorSessionsOfUser(db, userId);
  const { affected } = await db.delete(SessionEntity, { userId });
  await db.delete(DeviceEntity, { userId });
  return affected ?? 0;
}
