import { In, IsNull, MoreThan, Not } from 'typeorm';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { ApplicationEntity } from './application.entity.js';

export type Application = ApplicationEntity;

/** Of a user. When one more is connected, the one that was not used for the longest time ends. */
const MAX_APPLICATIONS = 50;

/** Stores an application. The caller holds the user's row lock, so that the limit holds. */
export async function insertApplication(
  db: Db,
  application: Omit<Application, 'accessHash' | 'accessExpiresAt' | 'refreshHash' | 'lastUsedAt'>,
): Promise<void> {
  await db.insert(ApplicationEntity, application);
  await db.query(
    `DELETE FROM applications WHERE id IN
       (SELECT id FROM applications WHERE user_id = $1
         ORDER BY greatest(created_at, last_used_at) DESC, id DESC OFFSET ${MAX_APPLICATIONS})`,
    [application.userId],
  );
}

export const findApplicationByFamily = (db: Db, familyHash: string): Promise<Application | null> =>
  db.findOneBy(ApplicationEntity, { familyHash });

/** A user's applications that have tokens, oldest first. */
export const connectedApplications = (db: Db, userId: string, now: Date): Promise<Application[]> =>
  db.find(ApplicationEntity, {
    where: { userId, refreshHash: Not(IsNull()), expiresAt: MoreThan(now) },
    order: { createdAt: 'ASC', id: 'ASC' },
  });

/** Applications by their ids, in any order. */
export const applicationsById = (db: Db, ids: string[]): Promise<Application[]> =>
  db.findBy(ApplicationEntity, { id: In(ids) });

export const findApplication = (db: Db, userId: string, id: string): Promise<Application | null> =>
  db.findOneBy(ApplicationEntity, { userId, id });

/** Stores the hashes of new tokens, which replace the former ones. */
export async function storeTokens(
  db: Db,
  id: string,
  tokens: Pick<Application, 'accessHash' | 'accessExpiresAt' | 'refreshHash' | 'expiresAt'>,
): Promise<void> {
  await db.update(ApplicationEntity, { id }, tokens);
}

/** Disconnects the applications that a person allowed for an account and the users that it manages; how many they were. */
export async function deleteApplicationsOfCreator(
  db: Db,
  userIds: readonly string[],
  personId: string,
): Promise<number> {
  const [, deleted] = await db.query(
    `DELETE FROM applications WHERE created_by_id = $2
        AND user_id IN (SELECT id FROM users WHERE id = ANY($1) OR managed_by_id = ANY($1))`,
    [userIds, personId],
  );
  return deleted;
}

/** Disconnects all applications of a user. */
export async function deleteApplicationsOf(db: Db, userId: string): Promise<void> {
  await db.delete(ApplicationEntity, { userId });
}

export async function deleteApplication(db: Db, id: string): Promise<void> {
  await db.delete(ApplicationEntity, { id });
}

/** Records uses of applications; a recorded time never decreases. */
export async function recordApplicationUses(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `UPDATE applications a SET last_used_at = greatest(a.last_used_at, u.at)
       FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at) WHERE a.id = u.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}
