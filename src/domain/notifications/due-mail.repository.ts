/** Notifications whose e-mail is due. */
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import { type Notification, SHOWN, VISIBLE } from './notification.repository.js';
import { MAIL_THROTTLE } from './notifications.js';

/** The account does not move to another pod, where its e-mails are sent. */
const IS_HERE = 'EXISTS (SELECT FROM users u WHERE u.id = notifications.user_id)';

const ADDRESSEE = table(PersonEntity).only('id', 'email').of('p');

/**
 * Locks a person with e-mails that are due, unless another transaction has, or the person got too many in the last hour;
 * null: there is none.
 */
export async function lockAddressee(db: Db, now: Date): Promise<RowIn<typeof ADDRESSEE> | null> {
  const rows = await db.query(
    `SELECT ${ADDRESSEE.list} FROM people p
      WHERE p.id IN (SELECT person_id FROM notifications WHERE mail_at <= $1 AND ${IS_HERE})
        AND NOT EXISTS (SELECT FROM throttles t WHERE t.key = '${MAIL_THROTTLE.keyPrefix}:' || p.id
                         AND t.points >= ${MAIL_THROTTLE.points} AND t.resets_at > clock_timestamp())
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [now],
  );
  return ADDRESSEE.first(rows);
}

/**
 * Takes what is due by e-mail to a person, oldest first: what is not visible any more is not sent. Null: others have taken
 * it.
 */
export async function takeDueMails(db: Db, personId: string, now: Date): Promise<Notification[] | null> {
  const due: { id: string }[] = await db.query(
    `SELECT id FROM notifications WHERE person_id = $1 AND mail_at <= $2 AND ${IS_HERE}
      ORDER BY id FOR UPDATE SKIP LOCKED`,
    [personId, now],
  );
  if (due.length === 0) return null;
  const ids = due.map(({ id }) => id);
  // Before those that are not listed are read by this.
  const rows = await db.query(`SELECT ${SHOWN.list} FROM ${VISIBLE} AND n.id = ANY($1) ORDER BY n.created_at, n.id`, [
    ids,
  ]);
  await db.query(
    `UPDATE notifications SET mail_at = NULL, read_at = CASE WHEN listed THEN read_at ELSE $2 END WHERE id = ANY($1)`,
    [ids, now],
  );
  return SHOWN.rows(rows);
}
