import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { NetworkAnswerEntity } from './network-answer.entity.js';

export interface QuestionKey {
  connectionId: string;
  question: string;
}

export interface KeptAnswer {
  value: unknown;
  answeredAt: Date;
}

const ANSWER = table(NetworkAnswerEntity)
  .only('connectionId', 'question')
  .plus({ value: expression<unknown>(`answer->'value'`), answeredAt: expression<Date>('answered_at') });

/** Responses not older than `since`, in the order of the keys; null for missing ones. */
export async function findAnswers(db: Db, keys: readonly QuestionKey[], since: Date): Promise<(KeptAnswer | null)[]> {
  const result = await db.query(
    `SELECT ${ANSWER.list} FROM network_answers
      WHERE (connection_id, question) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND answered_at >= $3`,
    [keys.map(({ connectionId }) => connectionId), keys.map(({ question }) => question), since],
  );
  const rows = ANSWER.rows(result);
  return keys.map(
    (key) => rows.find((row) => row.connectionId === key.connectionId && row.question === key.question) ?? null,
  );
}

/** Leases the question until `until`; false if it is leased, or has been answered since `since`. */
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

/** Stores a response and releases the lease. */
export async function keepAnswer(
  db: Db,
  { connectionId, question }: QuestionKey,
  value: unknown,
  now: Date,
): Promise<void> {
  await db.query(
    'UPDATE network_answers SET answer = $3, answered_at = $4, claimed_until = $4 WHERE connection_id = $1 AND question = $2',
    [connectionId, question, JSON.stringify({ value }), now],
  );
}

/** Releases the lease of an unanswered question, unless it has been taken over. */
export async function releaseQuestion(
  db: Db,
  { connectionId, question }: QuestionKey,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.query(
    'UPDATE network_answers SET claimed_until = $3 WHERE connection_id = $1 AND question = $2 AND claimed_until = $4',
    [connectionId, question, now, until],
  );
}
