import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { OperatorSessionEntity } from './operator-session.entity.js';

type OperatorSession = Omit<OperatorSessionEntity, 'user' | 'session'>;

const ENDED = table(OperatorSessionEntity)
  .only('id', 'userId')
  .plus({
    operatorEmail: expression<string>(
      '(SELECT email FROM sessions s JOIN people p ON p.id = s.person_id WHERE s.id = session_id)',
    ),
  });

/** Stores it; the one before of the same session of the operator ends. */
export async function insertOperatorSession(db: Db, session: OperatorSession): Promise<void> {
  await db.delete(OperatorSessionEntity, { sessionId: session.sessionId });
  await db.insert(OperatorSessionEntity, session);
}

/** Ends those in the account. */
export async function deleteOperatorSessionsIn(db: Db, userId: string): Promise<void> {
  await db.delete(OperatorSessionEntity, { userId });
}

/** Ends those of an operator. */
export async function deleteOperatorSessionsOf(db: Db, personId: string): Promise<void> {
  await db.query('DELETE FROM operator_sessions WHERE session_id IN (SELECT id FROM sessions WHERE person_id = $1)', [
    personId,
  ]);
}

/** Ends it; null if there was none. */
export async function deleteOperatorSession(db: Db, tokenHash: string): Promise<RowIn<typeof ENDED> | null> {
  const [rows] = await db.query(`DELETE FROM operator_sessions WHERE token_hash = $1 RETURNING ${ENDED.list}`, [
    tokenHash,
  ]);
  return ENDED.first(rows);
}
