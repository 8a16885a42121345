/** People: who signs in. */
import { QueryFailedError } from 'typeorm';
import { columns } from '../../../foundation/database/columns.js';
import { UNIQUE_VIOLATION } from '../../../foundation/database/unique-violation.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { PersonEntity } from './person.entity.js';

export type Person = PersonEntity;
export type NewPerson = Omit<Person, 'isOperator'> & Partial<Pick<Person, 'isOperator'>>;

export const findPerson = (db: Db, id: string): Promise<Person | null> => db.findOneBy(PersonEntity, { id });

/** The person who signs in with an e-mail address. */
export const findPersonByEmail = (db: Db, email: string): Promise<Person | null> =>
  db.findOneBy(PersonEntity, { email });

/** Takes the person's row lock, so that counts of sessions, browsers and links stay valid until the transaction ends. */
export const lockPerson = (db: Db, id: string): Promise<Person | null> =>
  db.findOne(PersonEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

/** Stores a person; false if the e-mail address is taken. */
export async function insertPerson(db: Db, person: NewPerson): Promise<boolean> {
  const { raw } = await db
    .createQueryBuilder()
    .insert()
    .into(PersonEntity)
    .values(columns<PersonEntity>(person))
    .orIgnore()
    .returning('id')
    .updateEntity(false)
    .execute();
  return raw.length > 0;
}

/** Updates a person; false if there is none. The address is changed by setConfirmedEmail. */
export async function updatePerson(
  db: Db,
  where: Partial<Person>,
  changes: Partial<Omit<Person, 'id' | 'email' | 'emailConfirmedAt'>>,
): Promise<boolean> {
  const { affected } = await db.update(PersonEntity, columns<PersonEntity>(where), columns<PersonEntity>(changes));
  return affected === 1;
}

/**
 * Sets a confirmed address of the person, and of the accounts that the person owns; false if it belongs to another
 * person. A name that is the former address becomes the new one.
 */
export async function setConfirmedEmail(db: Db, id: string, email: string, now: Date): Promise<boolean> {
  try {
    await db.query(
      `UPDATE people SET email = $2, email_confirmed_at = $3, name = CASE WHEN name = email THEN $2 ELSE name END
        WHERE id = $1`,
      [id, email, now],
    );
  } catch (error) {
    if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
  await db.query(
    `UPDATE users SET email = $2, email_confirmed_at = $3,
            display_name = CASE WHEN display_name = email THEN $2 ELSE display_name END
      WHERE id IN (SELECT user_id FROM memberships WHERE person_id = $1 AND role = 'OWNER')`,
    [id, email, now],
  );
  return true;
}
