/** What people have chosen about their notifications. */
import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { NotificationPreferenceEntity } from './notification-preference.entity.js';
import type { NotificationPreference } from './notifications.js';

const CHOICE = table(NotificationPreferenceEntity).except('personId');

/** What a person has chosen: of the other kinds, nothing is stored. */
export async function preferencesOf(db: Db, personId: string): Promise<NotificationPreference[]> {
  return CHOICE.rows(
    await db.query(`SELECT ${CHOICE.list} FROM notification_preferences WHERE person_id = $1`, [personId]),
  );
}

/** Stores choices of a person, and withdraws the e-mails and push messages that wait and are not to go out any more. */
export async function savePreferences(
  db: Db,
  personId: string,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  await db.upsert(
    NotificationPreferenceEntity,
    preferences.map((one) => ({ personId, ...one })),
    ['personId', 'kind'],
  );
  const without = (isWithout: (one: NotificationPreference) => boolean) =>
    preferences.filter(isWithout).map(({ kind }) => kind);
  await db.query(
    'UPDATE notifications SET mail_at = NULL WHERE person_id = $1 AND kind = ANY($2) AND mail_at IS NOT NULL',
    [personId, without(({ email }) => email === 'NEVER')],
  );
  await db.query(
    `DELETE FROM push_deliveries WHERE (session_id, notification_id) IN (
       SELECT d.session_id, d.notification_id FROM push_deliveries d JOIN notifications n ON n.id = d.notification_id
        WHERE n.person_id = $1 AND n.kind = ANY($2) FOR UPDATE OF d SKIP LOCKED)`,
    [personId, without(({ push }) => !push)],
  );
}
