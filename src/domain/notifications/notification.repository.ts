/** Notifications of people: written, shown, marked as read, withdrawn. */

import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Channel } from '../events/live-hub.js';
import { ROLE_PERMISSIONS } from '../identity/access/permission.js';
import { isInUse } from '../identity/account/in-use.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import type { Role } from '../identity/people/role.js';
import { NotificationEntity } from './notification.entity.js';
import { NotificationPreferenceEntity } from './notification-preference.entity.js';
import type { Notice, NotificationKind } from './notifications.js';

/** Notifies of a person whose notifications have changed. */
export const NOTIFICATION_CHANGES: Channel<string> = {
  name: 'notifications_changed',
  parse: (personId) => personId,
  topicsOf: (personId) => [personId],
};

const NOTIFICATION = table(NotificationEntity).of('n');
const NEW_NOTIFICATION = table(NotificationEntity).except('count', 'readAt');
export const SHOWN = NOTIFICATION.except('personId', 'memberOf', 'groupId', 'permission', 'listed', 'mailAt').plus({
  accountName: table(UserEntity).of('u').get('displayName'),
});
const MEMBERSHIP = table(MembershipEntity).of('m');
const PREFERENCE = table(NotificationPreferenceEntity).of('f');
const RECIPIENT = MEMBERSHIP.only('personId')
  .and(PREFERENCE.only('listed', 'email', 'push').optional())
  .plus({
    notice: expression<number>('t.notice'),
    memberOf: MEMBERSHIP.get('userId'),
    timeZone: table(UserEntity).of('u').get('timeZone'),
    hasPush: expression<boolean>(
      'EXISTS (SELECT FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id WHERE s.person_id = m.person_id)',
    ),
  });

/** A notification as its person sees it. */
export type Notification = RowIn<typeof SHOWN>;
/** `push`: it goes to the browsers of its person. */
export type NewNotification = RowIn<typeof NEW_NOTIFICATION> & { push: boolean };

/** Whom a notice is for. */
export interface Addressing {
  /** Its index. */
  notice: number;
  kind: NotificationKind;
  userId: string;
  roles: readonly Role[];
  personIds: readonly string[];
  exceptId: string | null;
}

/**
 * The people that notices are for, with their preferences: members of the account first, then those of the
 * account that manages it, where that has workspace access. They stay members until the transaction ends.
 */
export async function recipientsOf(db: Db, notices: readonly Addressing[]): Promise<RowIn<typeof RECIPIENT>[]> {
  const rows = await db.query(
    `SELECT ${RECIPIENT.list}
       FROM jsonb_to_recordset($1) AS t(notice int, kind text, "userId" text, roles text[], "personIds" text[], "exceptId" text)
       JOIN users u ON u.id = t."userId"
       JOIN memberships m ON m.user_id = ANY(ARRAY[u.id, u.managed_by_id])
       JOIN users h ON h.id = m.user_id
       LEFT JOIN notification_preferences f ON f.person_id = m.person_id AND f.kind = t.kind
      WHERE (m.user_id = u.id OR h.workspace_access) AND m.person_id IS DISTINCT FROM t."exceptId"
        AND (m.role = ANY(t.roles) OR m.person_id = ANY(t."personIds"))
      ORDER BY t.notice, m.person_id, m.user_id = u.id DESC
        FOR KEY SHARE OF m`,
    [JSON.stringify(notices)],
  );
  return RECIPIENT.rows(rows);
}

/**
 * Stores notifications, in one order for all transactions; each replaces an unread one of the same kind and subject. Those to
 * push wait for their delivery to each browser.
 */
export async function saveNotifications(db: Db, notifications: readonly NewNotification[]): Promise<void> {
  await db.query(
    `WITH written AS (
       INSERT INTO notifications AS n (${NEW_NOTIFICATION.names})
       SELECT ${NEW_NOTIFICATION.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${NEW_NOTIFICATION.record})
        ORDER BY c."personId", c.kind, c."subjectId"
       ON CONFLICT (person_id, kind, subject_id) WHERE read_at IS NULL
       DO UPDATE SET member_of = EXCLUDED.member_of, user_id = EXCLUDED.user_id, group_id = EXCLUDED.group_id,
                     permission = EXCLUDED.permission, title = EXCLUDED.title, blocks = EXCLUDED.blocks, created_at = EXCLUDED.created_at,
                     count = n.count + 1, listed = EXCLUDED.listed, mail_at = coalesce(n.mail_at, EXCLUDED.mail_at)
       RETURNING id, person_id, kind, subject_id, created_at),
     pushed AS (
       INSERT INTO push_deliveries (session_id, notification_id, caused_at)
       SELECT p.session_id, w.id, w.created_at
         FROM written w JOIN sessions s ON s.person_id = w.person_id JOIN push_subscriptions p ON p.session_id = s.id
        WHERE (w.person_id, w.kind, w.subject_id) IN (
                SELECT t."personId", t.kind, t."subjectId"
                  FROM jsonb_to_recordset($1::jsonb) AS t("personId" text, kind text, "subjectId" text, push boolean) WHERE t.push)
        ORDER BY p.session_id, w.id
          FOR KEY SHARE OF p
       ON CONFLICT (session_id, notification_id) DO UPDATE SET caused_at = EXCLUDED.caused_at)
     SELECT pg_notify('${NOTIFICATION_CHANGES.name}', person_id) FROM (SELECT DISTINCT person_id FROM written) w`,
    [NEW_NOTIFICATION.toJson(notifications)],
  );
}

const NOW = 'clock_timestamp()';

/** Each role with each of its permissions: `('OWNER', 'READ'), …` */
const ROLES_AND_PERMISSIONS = Object.entries(ROLE_PERMISSIONS)
  .flatMap(([role, permissions]) => permissions.map((permission) => `('${role}', '${permission}')`))
  .join(', ');

/** A failed post or first comment, and a request for approval, ask for something: unread, they are shown as long as they do. */
const STILL_ASKED = `(n.read_at IS NOT NULL OR CASE
    WHEN n.kind IN ('POST_FAILED', 'POST_UNKNOWN') THEN EXISTS (
      SELECT FROM platform_posts p WHERE p.group_id = n.group_id AND p.status = 'failed' AND p.kind = 'post')
    WHEN n.kind = 'FIRST_COMMENT_FAILED' THEN EXISTS (
      SELECT FROM platform_posts p WHERE p.group_id = n.group_id AND p.status = 'failed' AND p.kind = 'comment')
    WHEN n.kind = 'APPROVAL_REQUESTED' THEN EXISTS (
      SELECT FROM approvals a JOIN post_groups g ON g.id = a.group_id AND g.status = 'draft' AND g.updated_at <= a.group_updated_at
       WHERE a.group_id = n.group_id AND a.request_id = n.subject_id AND a.state = 'PENDING')
    ELSE true END)`;

/** Whether a membership `m`, in the account `h`, is one of the account `u` or of its manager. */
export const REACHES_BY_MEMBERSHIP = '(u.id = m.user_id OR (u.managed_by_id = m.user_id AND h.workspace_access))';

/**
 * Whether a membership `m`, in the account `h`, lets its person see the account `u`, which `o` manages or which is `o`: it
 * reaches `u`, both can be used, and the person has the second factor that these require.
 */
export const REACHES = `${REACHES_BY_MEMBERSHIP}
    AND ${isInUse('u', NOW)} AND ${isInUse('o', NOW)}
    AND (NOT (u.two_factor_required OR o.two_factor_required OR h.two_factor_required) OR EXISTS (
      SELECT FROM second_factors s WHERE s.person_id = m.person_id AND s.confirmed_at IS NOT NULL))`;

/** What a person may see: their membership reaches the account, with the permission that it is for. The post is still there. */
export const VISIBLE = `notifications n JOIN users u ON u.id = n.user_id JOIN users h ON h.id = n.member_of
    JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
    JOIN memberships m ON m.person_id = n.person_id AND m.user_id = n.member_of
  WHERE ${REACHES} AND ${STILL_ASKED}
    AND (n.permission IS NULL OR (m.role, n.permission) IN (${ROLES_AND_PERMISSIONS}))
    AND (n.group_id IS NULL OR EXISTS (SELECT FROM post_groups g WHERE g.id = n.group_id))`;

/** A page of the notifications of a person, newest first. */
export async function notificationsOf(
  db: Db,
  personId: string,
  { unread, after, limit }: { unread: boolean; after: { time: Date; id: string } | null; limit: number },
): Promise<Notification[]> {
  const rows = await db.query(
    `SELECT ${SHOWN.list} FROM ${VISIBLE} AND n.listed AND n.person_id = $1 AND (NOT $2 OR n.read_at IS NULL)
        AND ($3::timestamptz IS NULL OR (n.created_at, n.id) < ($3, $4))
      ORDER BY n.created_at DESC, n.id DESC LIMIT $5`,
    [personId, unread, after?.time ?? null, after?.id ?? null, limit],
  );
  return SHOWN.rows(rows);
}

export async function countNotifications(db: Db, personId: string, { unread }: { unread: boolean }): Promise<number> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM ${VISIBLE} AND n.listed AND n.person_id = $1 AND (NOT $2 OR n.read_at IS NULL)`,
    [personId, unread],
  );
  return count;
}

/**
 * The ids of notifications, locked in the order in which they are stored, so that transactions that change several do not
 * deadlock.
 */
const locked = (condition: string): string =>
  `SELECT id FROM notifications WHERE ${condition} ORDER BY person_id, kind, subject_id, id FOR UPDATE`;

/** Marks notifications of a person as read: these, or all up to a time. What waits to be mailed or pushed is not sent any more. */
export async function markRead(
  db: Db,
  personId: string,
  { ids, until, now }: { ids: readonly string[] | null; until: Date | null; now: Date },
): Promise<void> {
  await db.query(
    `WITH changed AS (
       UPDATE notifications SET read_at = $4, mail_at = NULL
        WHERE id IN (${locked(`person_id = $1 AND read_at IS NULL AND listed
          AND ($2::text[] IS NULL OR id = ANY($2)) AND ($3::timestamptz IS NULL OR created_at <= $3)`)})
       RETURNING id),
     withdrawn AS (DELETE FROM push_deliveries WHERE notification_id IN (SELECT id FROM changed))
     SELECT pg_notify('${NOTIFICATION_CHANGES.name}', $1) FROM (SELECT FROM changed LIMIT 1) c`,
    [personId, ids, until, now],
  );
}

/** Deletes what of a kind was notified about a subject: it is not true any more. */
export async function withdraw(
  db: Db,
  {
    kinds,
    subjectIds,
    personIds = null,
  }: { kinds: readonly NotificationKind[]; subjectIds: readonly string[]; personIds?: readonly string[] | null },
): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM notifications
        WHERE id IN (${locked('subject_id = ANY($1) AND kind = ANY($2) AND ($3::text[] IS NULL OR person_id = ANY($3))')})
       RETURNING person_id)
     SELECT pg_notify('${NOTIFICATION_CHANGES.name}', person_id) FROM (SELECT DISTINCT person_id FROM gone) g`,
    [subjectIds, kinds, personIds],
  );
}

/** Gives the notifications of a notice the texts that it has now. */
export async function reword(
  db: Db,
  { kind, subjectId, blocks }: Pick<Notice, 'kind' | 'subjectId' | 'blocks'>,
): Promise<void> {
  await db.query(
    `WITH changed AS (
       UPDATE notifications SET blocks = $3 WHERE id IN (${locked('subject_id = $1 AND kind = $2')}) RETURNING person_id)
     SELECT pg_notify('${NOTIFICATION_CHANGES.name}', person_id) FROM (SELECT DISTINCT person_id FROM changed) c`,
    [subjectId, kind, JSON.stringify(blocks)],
  );
}

/** Deletes what anybody was notified of about an account. */
export async function deleteNotificationsAbout(db: Db, userId: string): Promise<void> {
  await db.delete(NotificationEntity, { userId });
}
