/** Sessions as their owner sees and ends them. */
import { In, MoreThan } from 'typeorm';
import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { deleteEmailChanges } from '../people/email-token.repository.js';
import { DeviceEntity } from './device.entity.js';
import { deleteOperatorSessionsIn } from './operator-session.repository.js';
import { SessionEntity } from './session.entity.js';
import { idleSince, MAX_SESSIONS } from './session.js';

export type Session = Omit<SessionEntity, 'person'>;

const ENDED = table(SessionEntity).only('id', 'personId');

/** Stores a session; of more than 50 the oldest end. */
export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.insert(SessionEntity, session);
  await db.query(
    `DELETE FROM sessions WHERE token_hash IN
       (SELECT token_hash FROM sessions WHERE person_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
    [session.personId, MAX_SESSIONS],
  );
}

/** A person's sessions that are not over, the one that was used last first. */
export const activeSessions = (db: Db, personId: string, now: Date): Promise<Session[]> =>
  db.find(SessionEntity, {
    where: { personId, expiresAt: MoreThan(now), lastUsedAt: MoreThan(idleSince(now)) },
    order: { lastUsedAt: 'DESC', id: 'DESC' },
  });

/** Sessions by their ids, in any order. */
export const sessionsById = (db: Db, ids: string[]): Promise<Session[]> => db.findBy(SessionEntity, { id: In(ids) });

/** Keeps a session until the transaction ends; false: there is none. */
export async function lockSession(db: Db, id: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM sessions WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return rows.length > 0;
}

/** Whether the person has this session. */
export const hasSession = (db: Db, personId: string, id: string): Promise<boolean> =>
  db.existsBy(SessionEntity, { personId, id });

/**
 * Ends a session of the person, forgets its browser, and that the person was to have another address; null without such
 * a session.
 */
export async function deleteSessionById(db: Db, personId: string, id: string): Promise<Session | null> {
  await deleteEmailChanges(db, personId);
  const session = await db.findOneBy(SessionEntity, { personId, id });
  if (!session) return null;
  if (session.deviceId) await db.delete(DeviceEntity, { id: session.deviceId });
  const { affected } = await db.delete(SessionEntity, { personId, id });
  return affected === 1 ? session : null;
}

/**
 * Ends a person's sessions but one, forgets the browsers but that one's, and that the person was to have another address;
 * how many sessions there were.
 */
export async function deleteOtherSessions(db: Db, personId: string, keptId: string): Promise<number> {
  await deleteEmailChanges(db, personId);
  await db.query(
    `DELETE FROM devices WHERE person_id = $1
        AND id IS DISTINCT FROM (SELECT device_id FROM sessions WHERE person_id = $1 AND id = $2)`,
    [personId, keptId],
  );
  const [, ended] = await db.query('DELETE FROM sessions WHERE person_id = $1 AND id <> $2', [personId, keptId]);
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

/** Makes a session that began in one account go on in another one. */
export async function moveSession(db: Db, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
  await db.update(SessionEntity, { id, userId: from }, { userId: to });
}

/** Ends a session; null if there was none. */
export async function deleteSession(db: Db, tokenHash: string): Promise<RowIn<typeof ENDED> | null> {
  const [rows] = await db.query(`DELETE FROM sessions WHERE token_hash = $1 RETURNING ${ENDED.list}`, [tokenHash]);
  return ENDED.first(rows);
}

/** Replaces the token of a person's session; returns its expiry, or undefined if there is no such session. */
export async function replaceSessionToken(
  db: Db,
  personId: string,
  { id, tokenHash }: { id: string; tokenHash: string },
): Promise<Date | undefined> {
  const [rows] = await db.query(
    'UPDATE sessions SET token_hash = $3 WHERE person_id = $1 AND id = $2 RETURNING expires_at',
    [personId, id, tokenHash],
  );
  return rows[0]?.expires_at;
}

/**
 * Ends the sessions of people who are members of this account alone, with the operators' sessions in it; how many there
 * were. Others keep theirs for their other accounts.
 */
export async function deleteSessionsIn(db: Db, userId: string): Promise<number> {
  await deleteOperatorSessionsIn(db, userId);
  const people: { id: string }[] = await db.query(
    `SELECT person_id AS id FROM memberships m WHERE user_id = $1
        AND NOT EXISTS (SELECT FROM memberships o WHERE o.person_id = m.person_id AND o.user_id <> $1)`,
    [userId],
  );
  let ended = 0;
  for (const { id } of people) ended += await deleteSessionsOf(db, id);
  return ended;
}

/** Ends every session of a person, and deletes the known browsers and pending e-mail changes; returns their number. */
export async function deleteSessionsOf(db: Db, personId: string): Promise<number> {
  await deleteEmailChanges(db, personId);
  const { affected } = await db.delete(SessionEntity, { personId });
  await db.delete(DeviceEntity, { personId });
  return affected ?? 0;
}
