import type { Db } from '../database/unit-of-work.js';

export interface QuestionKey {
  connectionId: string;
  question: string;
}

/** An answer that is not older than `since`. */
export async function findAnswer(
  db: Db,
  { connectionId, question }: QuestionKey,
  since: Date,
): Promise<{ value: unknown; answeredAt: Date } | null> {
  const [row] = await db.query(
    `SELECT answer->'value' AS value, answered_at AS "answeredAt" FROM network_answers
      WHERE connection_id = $1 AND question = $2 AND answered_at >= $3`,
    [connectionId, question, since],
  );
  return row ?? null;
}

/** Takes the question until `until`; false when somebody else has it, or has answered it since `since`. */
export async function claimQuestion(
  db: Db,
  { connectionId, question }: QuestionKey,
  { now, until, since }: { now: Date; until: Date; since: Date },
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO network_answers (connection_id, question, claimed_until) VALUES ($1, $2, $4)
     ON CONFLICT (connection_id, question) DO UPDATE SET claimed_until = excluded.claimed_until
      WHERE network_answers.claimed_until <= $3
        AND (network_answers.answered_at IS NULL OR network_answers.answered_at < $5)
     RETURNING question`,
    [connectionId, question, now, until, since],
  );
  return rows.length > 0;
}

/** Stores an answer, gives the question back, and forgets what is older than `since` about the connection. */
export async function keepAnswer(
  db: Db,
  { connectionId, question }: QuestionKey,
  value: unknown,
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await db.query(
    'UPDATE network_answers SET answer = $3, answered_at = $4, claimed_until = $4 WHERE connection_id = $1 AND question = $2',
    [connectionId, question, JSON.stringify({ value }), now],
  );
  await db.query(
    `DELETE FROM network_answers
      WHERE connection_id = $1 AND claimed_until <= $2 AND (answered_at IS NULL OR answered_at < $2)`,
    [connectionId, since],
  );
}

/** Gives a question back that was not answered. */
export async function releaseQuestion(db: Db, { connectionId, question }: QuestionKey, now: Date): Promise<void> {
  await db.query('UPDATE network_answers SET claimed_until = $3 WHERE connection_id = $1 AND question = $2', [
    connectionId,
    question,
    now,
  ]);
}
