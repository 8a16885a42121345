/** The audit log: an event is written in the transaction of its action, so that there is neither without the other. */
import { newId } from '../../foundation/database/id.js';
import { storableText } from '../../foundation/database/storable-text.js';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Channel } from '../events/live-hub.js';
import { AuditEventEntity } from './audit-event.entity.js';
import type { AuditAction, AuditCaller, AuditEvent, Audited } from './audit-event.js';
import { currentOrigin } from './origin.js';

const EVENT = table(AuditEventEntity);
const NEW_EVENT = EVENT.except('createdAt');
const OTHERS = NEW_EVENT.except('actorName');

/** Stores the events of a JSON array, `e`; those of programs with the name that the key or the application has. */
const INSERT = `
  INSERT INTO audit_events (${OTHERS.names}, actor_name, created_at)
  SELECT ${OTHERS.from('e')},
         coalesce(e."actorName", (SELECT name FROM api_keys WHERE e.actor = 'api_key' AND id = e."actorId"),
                  (SELECT name FROM applications WHERE e.actor = 'application' AND id = e."actorId")),
         clock_timestamp()
    FROM jsonb_to_recordset($1::jsonb) AS e(${NEW_EVENT.record})`;

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
export async function recordAudit(db: Db, caller: AuditCaller | null, audited: Audited): Promise<void> {
  await recordAudits(db, [[caller, audited]]);
}

/** The same for several actions of one transaction. */
export async function recordAudits(
  db: Db,
  events: readonly (readonly [caller: AuditCaller | null, audited: Audited])[],
): Promise<void> {
  if (events.length === 0) return;
  await db.query(INSERT, [NEW_EVENT.toJson(events.map(([caller, audited]) => newEvent(caller, audited)))]);
}

/** Failed sign-ins of an account that are recorded in 24 hours. */
const FAILED_A_DAY = 100;

/**
 * Records a refused sign-in; null as the account: no person has the address, and nothing is recorded. It is the same
 * statement for both, and its commit is not waited for, so that the response time does not reveal which it was.
 */
export async function recordFailedSignIn(
  db: Db,
  account: { userId: string; ownerId: string } | null,
  code: string,
): Promise<void> {
  const { userId = null, ownerId = null } = account ?? {};
  const event = { ...newEvent(null, { action: 'sign_in_failed', details: { code } }), ownerId, userId };
  await db.query(
    `WITH committed_later AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS value),
          recorded AS (SELECT count(*) AS count FROM
                        (SELECT 1 FROM audit_events
                          WHERE owner_id = $2::text AND action = $3::text AND created_at > clock_timestamp() - interval '1 day'
                          LIMIT ${FAILED_A_DAY}) AS of_the_day)
     ${INSERT}, committed_later, recorded
      WHERE $2::text IS NOT NULL AND recorded.count < ${FAILED_A_DAY} AND value IS NOT NULL`,
    [NEW_EVENT.toJson([event]), ownerId, event.action],
  );
}

function newEvent(caller: AuditCaller | null, { action, subject, details = {} }: Audited): RowIn<typeof NEW_EVENT> {
  const name = subject?.name?.slice(0, MAX_NAME);
  return {
    id: newId(),
    ownerId: caller?.ownerId ?? null,
    userId: caller?.userId ?? null,
    action,
    ...actorOf(caller),
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    subjectName: name === undefined ? null : storableText(name),
    ...originOf(caller),
    details,
  };
}

function actorOf(caller: AuditCaller | null): Pick<AuditEvent, 'actor' | 'actorId' | 'actorName'> {
  const operator = caller?.session?.operator;
  if (operator) return { actor: 'operator', actorId: null, actorName: operator.email };
  if (caller?.session) {
    const { id, role = 'OWNER', email = null } = caller.session;
    return role === 'OWNER'
      ? { actor: 'owner', actorId: id, actorName: null }
      : { actor: 'member', actorId: id, actorName: email };
  }
  if (caller?.keyId) return { actor: 'api_key', actorId: caller.keyId, actorName: null };
  if (caller?.applicationId) return { actor: 'application', actorId: caller.applicationId, actorName: null };
  if (caller?.by) return { actor: caller.by, actorId: null, actorName: null };
  const origin = currentOrigin();
  if (origin && origin.operator !== null) return { actor: 'operator', actorId: null, actorName: origin.operator };
  return { actor: origin ? 'anonymous' : 'system', actorId: null, actorName: null };
}

function originOf(caller: AuditCaller | null): Pick<AuditEvent, 'address' | 'userAgent' | 'requestId'> {
  const origin = caller?.by === 'system' ? null : currentOrigin();
  if (origin?.kind !== 'request') return { address: null, userAgent: null, requestId: null };
  const { address, userAgent, requestId } = origin;
  return { address, userAgent, requestId };
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
  const rows = await db.query(
    `SELECT ${EVENT.list} FROM ${FILTERED} AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7))
      ORDER BY created_at DESC, id DESC LIMIT $8 OFFSET $9`,
    [...filterValues(filter), after?.time ?? null, after?.id ?? null, limit, offset],
  );
  return EVENT.rows(rows);
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${FILTERED}`, filterValues(filter));
  return count;
}

/** Events by their ids, in any order. */
export async function auditEventsById(db: Db, ids: string[]): Promise<AuditEvent[]> {
  return EVENT.rows(await db.query(`SELECT ${EVENT.list} FROM audit_events WHERE id = ANY($1)`, [ids]));
}
