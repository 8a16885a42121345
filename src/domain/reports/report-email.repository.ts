/** Who gets reports by e-mail, and which are due. */
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ReportChoice } from '../../mail/mail-content.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import { REACHES, REACHES_BY_MEMBERSHIP } from '../notifications/notification.repository.js';
import { ReportEmailEntity } from './report-email.entity.js';

const EMAIL = table(ReportEmailEntity).of('e');
const USER = table(UserEntity).of('u');
const DAYS = {
  nextOn: expression<string | null>('e.next_on::text'),
  lastOn: expression<string | null>('e.last_on::text'),
};
const ZONE = `coalesce(u.time_zone, 'UTC')`;

const CHOICE = EMAIL.only('frequency').plus(DAYS);
const SHOWN = EMAIL.only('userId', 'frequency').plus({ nextOn: DAYS.nextOn, accountName: USER.get('displayName') });
const DUE = EMAIL.only('personId', 'userId', 'frequency').plus({
  nextOn: expression<string>('e.next_on::text'),
  accountName: USER.get('displayName'),
  timeZone: expression<string>(ZONE),
  email: table(PersonEntity).of('p').get('email'),
  maySee: expression<boolean>(REACHES),
});

/** A report that a person gets. */
export type ReportEmail = RowIn<typeof SHOWN>;
/** A report that is due. `maySee`: its person may see the account. */
export type DueReport = RowIn<typeof DUE>;
export type ReportEmailKey = Pick<DueReport, 'personId' | 'userId'>;

const JOINED = `report_emails e JOIN users u ON u.id = e.user_id JOIN users h ON h.id = e.member_of
    JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
    JOIN memberships m ON m.person_id = e.person_id AND m.user_id = e.member_of`;

/** The reports that a person gets, of all accounts that they may see: at most one for each. */
export const reportEmailsOf = async (db: Db, personId: string): Promise<ReportEmail[]> =>
  SHOWN.rows(
    await db.query(
      `SELECT ${SHOWN.list} FROM ${JOINED} WHERE e.person_id = $1 AND e.next_on IS NOT NULL AND ${REACHES}
        ORDER BY lower(u.display_name), u.id`,
      [personId],
    ),
  );

/** What a person has chosen for an account, locked; null: never anything. */
export const lockReportEmail = async (
  db: Db,
  { personId, userId }: ReportEmailKey,
): Promise<RowIn<typeof CHOICE> | null> =>
  CHOICE.first(
    await db.query(`SELECT ${CHOICE.list} FROM report_emails e WHERE e.person_id = $1 AND e.user_id = $2 FOR UPDATE`, [
      personId,
      userId,
    ]),
  );

/** Stores a choice, with the membership that lets the person see the account: an own one rather than that of its manager. */
export async function saveReportEmail(
  db: Db,
  { personId, userId, frequency, nextOn }: Pick<ReportEmailEntity, 'personId' | 'userId' | 'frequency' | 'nextOn'>,
): Promise<void> {
  await db.query(
    `INSERT INTO report_emails AS e (person_id, user_id, member_of, frequency, next_on)
     SELECT m.person_id, u.id, m.user_id, $3, $4
       FROM users u JOIN memberships m ON m.person_id = $1 AND m.user_id IN (u.id, u.managed_by_id)
      WHERE u.id = $2 ORDER BY m.user_id = u.id DESC LIMIT 1
     ON CONFLICT (person_id, user_id) DO UPDATE
        SET member_of = EXCLUDED.member_of, frequency = EXCLUDED.frequency, next_on = EXCLUDED.next_on`,
    [personId, userId, frequency, nextOn],
  );
}

/** The time zones of the accounts with reports that could be due until a day. */
export async function zonesOfReports(db: Db, latest: string): Promise<string[]> {
  const rows: { zone: string }[] = await db.query(
    `SELECT DISTINCT ${ZONE} AS zone FROM report_emails e JOIN users u ON u.id = e.user_id WHERE e.next_on <= $1`,
    [latest],
  );
  return rows.map(({ zone }) => zone);
}

/** Reports that are due, earliest first, by the last due day of each time zone. */
export const dueReports = (
  db: Db,
  dueDays: ReadonlyMap<string, string>,
  limit: number,
): Promise<(ReportEmailKey & { nextOn: string })[]> =>
  db.query(
    `SELECT e.person_id AS "personId", e.user_id AS "userId", e.next_on::text AS "nextOn"
       FROM report_emails e JOIN users u ON u.id = e.user_id
       JOIN unnest($1::text[], $2::date[]) d(zone, day) ON d.zone = ${ZONE} AND e.next_on <= d.day
      ORDER BY e.next_on, e.user_id, e.person_id LIMIT $3`,
    [[...dueDays.keys()], [...dueDays.values()], limit],
  );

/**
 * Locks a report that is due; null: another worker has or had it, or it is not due any more. Its person stays a member until
 * the transaction ends.
 */
export const lockDueReport = async (
  db: Db,
  { personId, userId, nextOn }: ReportEmailKey & { nextOn: string },
): Promise<DueReport | null> =>
  DUE.first(
    await db.query(
      `SELECT ${DUE.list} FROM ${JOINED} JOIN people p ON p.id = e.person_id
        WHERE e.person_id = $1 AND e.user_id = $2 AND e.next_on = $3
          FOR NO KEY UPDATE OF e SKIP LOCKED`,
      [personId, userId, nextOn],
    ),
  );

/** Whether a person still has a choice and an address, and may see the account. */
export async function isStillChosen(
  db: Db,
  { personId, userId, frequency }: ReportChoice,
  email: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM ${JOINED} JOIN people p ON p.id = e.person_id
      WHERE e.person_id = $1 AND e.user_id = $2 AND e.frequency = $3 AND p.email = $4 AND ${REACHES}`,
    [personId, userId, frequency, email],
  );
  return rows.length > 0;
}

/** The name of an account for a person who has chosen its reports, or none; null: never, or the person has left. */
export async function nameForReader(db: Db, { personId, userId }: ReportEmailKey): Promise<string | null> {
  const [row]: { name: string }[] = await db.query(
    `SELECT u.display_name AS name FROM ${JOINED} WHERE e.person_id = $1 AND e.user_id = $2 AND ${REACHES_BY_MEMBERSHIP}`,
    [personId, userId],
  );
  return row?.name ?? null;
}

/** Stores that the report of a day was sent or left out, and when the next one is due. */
export async function passReport(
  db: Db,
  { personId, userId, lastOn, nextOn }: ReportEmailKey & { lastOn: string; nextOn: string },
): Promise<void> {
  await db.query('UPDATE report_emails SET last_on = $3, next_on = $4 WHERE person_id = $1 AND user_id = $2', [
    personId,
    userId,
    lastOn,
    nextOn,
  ]);
}

/** Ends the reports that others than its own members get of an account. */
export async function deleteReportEmailsOfManagers(db: Db, userId: string): Promise<void> {
  await db.query('DELETE FROM report_emails WHERE user_id = $1 AND member_of <> $1', [userId]);
}
