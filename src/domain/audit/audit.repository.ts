/** The audit log: an event is written in the transaction of its action, so that there is neither without the other. */
import { newId } from '../../foundation/database/id.js';
import { fromRow } from '../../foundation/database/rows.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Channel } from '../events/live-hub.js';
import type { AuditAction, AuditActor, AuditCaller, AuditEvent, Audited } from './audit-event.js';
import { currentOrigin } from './origin.js';

const COLUMNS = `id, owner_id, user_id, action, actor, actor_id, actor_name, subject_type, subject_id, subject_name,
  address, user_agent, request_id, details, created_at`;

/** Notifies of the account whose audit log has a new event (a trigger of the database), other than a failed sign-in. */
export const AUDIT_RECORDS: Channel<string> = {
  name: 'audit_recorded',
  parse: (ownerId) => ownerId,
  topicsOf: (ownerId) => [ownerId],
};

/** Names are shown in a list; those of platforms have no bound. */
const MAX_NAME = 320;

/**
 * Records an action, in its transaction. Who acts is the caller; where from is the origin of the request or command. Null
 * as the caller: it is about the whole installation.
 */
export async function recordAudit(
  db: Db,
  caller: AuditCaller | null,
  { action, subject, details }: Audited,
): Promise<void> {
  await db.query(
    `INSERT INTO audit_events (${COLUMNS})
     VALUES ($1, $2, $3, $4, $5::text, $6::text,
             coalesce($7, (SELECT name FROM api_keys WHERE $5::text = 'api_key' AND id = $6::text)),
             $8, $9, $10, $11, $12, $13, $14, clock_timestamp())`,
    [
      newId(),
      caller?.ownerId ?? null,
      caller?.userId ?? null,
      action,
      ...actorValues(caller),
      subject?.type ?? null,
      subject?.id ?? null,
      subject?.name?.slice(0, MAX_NAME) ?? null,
      ...originValues(caller),
      JSON.stringify(details ?? {}),
    ],
  );
}

/** Failed sign-ins of an account that are recorded in 24 hours. */
const FAILED_A_DAY = 100;

/**
 * Records a refused sign-in; null as the user: no account has the address, and nothing is recorded. It is the same
 * statement for both, and its commit is not waited for, so that the response time does not reveal which it was.
 */
export async function recordFailedSignIn(db: Db, userId: string | null, code: string): Promise<void> {
  await db.query(
    `WITH committed_later AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS value),
          recorded AS (SELECT count(*) AS count FROM
                        (SELECT 1 FROM audit_events
                          WHERE owner_id = $2::text AND action = $3::text AND created_at > clock_timestamp() - interval '1 day'
                          LIMIT ${FAILED_A_DAY}) AS of_the_day)
     INSERT INTO audit_events (${COLUMNS})
     SELECT $1, $2::text, $2::text, $3::text, $4, $5, $6, NULL, NULL, NULL, $7, $8, $9, $10::jsonb, clock_timestamp()
       FROM committed_later, recorded WHERE $2::text IS NOT NULL AND recorded.count < ${FAILED_A_DAY} AND value IS NOT NULL`,
    [
      newId(),
      userId,
      'sign_in_failed' satisfies AuditAction,
      ...actorValues(null),
      ...originValues(null),
      JSON.stringify({ code }),
    ],
  );
}

/** Kind, id and name. */
function actorValues(caller: AuditCaller | null): [AuditActor, string | null, string | null] {
  if (caller?.session) return ['owner', caller.session.id, null];
  if (caller?.keyId) return ['api_key', caller.keyId, null];
  if (caller?.by) return [caller.by, null, null];
  const origin = currentOrigin();
  if (origin?.kind === 'command') return ['operator', null, origin.operator];
  return [origin ? 'anonymous' : 'system', null, null];
}

/** Address, user agent and request id. */
function originValues(caller: AuditCaller | null): (string | null)[] {
  const origin = caller?.by === 'system' ? null : currentOrigin();
  return origin?.kind === 'request' ? [origin.address, origin.userAgent, origin.requestId] : [null, null, null];
}

/** Which events. Null: any. */
export interface AuditFilter {
  ownerId: string | null;
  /** About this user: the owner, or one that it manages. */
  userId: string | null;
  actions: readonly AuditAction[] | null;
  from: Date | null;
  to: Date | null;
}

const FILTERED = `audit_events
  WHERE ($1::text IS NULL OR owner_id = $1) AND ($2::text IS NULL OR user_id = $2)
    AND ($3::text[] IS NULL OR action = ANY($3))
    AND created_at >= coalesce($4, '-infinity'::timestamptz) AND created_at <= coalesce($5, 'infinity'::timestamptz)`;

const filterValues = ({ ownerId, userId, actions, from, to }: AuditFilter) => [ownerId, userId, actions, from, to];

/** A page of events, newest first. */
export async function auditPage(
  db: Db,
  filter: AuditFilter,
  { after, limit, offset = 0 }: { after: { time: Date; id: string } | null; limit: number; offset?: number },
): Promise<AuditEvent[]> {
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT ${COLUMNS} FROM ${FILTERED} AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7))
      ORDER BY created_at DESC, id DESC LIMIT $8 OFFSET $9`,
    [...filterValues(filter), after?.time ?? null, after?.id ?? null, limit, offset],
  );
  return rows.map(fromRow<AuditEvent>);
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${FILTERED}`, filterValues(filter));
  return count;
}

/** Events by their ids, in any order. */
export async function auditEventsById(db: Db, ids: string[]): Promise<AuditEvent[]> {
  const rows: Record<string, unknown>[] = await db.query(`SELECT ${COLUMNS} FROM audit_events WHERE id = ANY($1)`, [
    ids,
  ]);
  return rows.map(fromRow<AuditEvent>);
}
