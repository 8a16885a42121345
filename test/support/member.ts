import { generateSession } from '../../src/domain/identity/access/session.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import type { Role } from '../../src/domain/identity/people/role.js';
import { newId } from '../../src/foundation/database/id.js';
import type { Queryable } from '../../src/testing/account.js';

export interface TestMember {
  personId: string;
  email: string;
  /** The headers of the member's browser. Without `x-service-user-id`, it acts in the account that the person signed in to. */
  browser: { cookie: string };
}

/** A person who is signed in to an account, and is to become its member. */
export async function createPerson(db: Queryable, userId: string): Promise<TestMember> {
  const personId = newId();
  const email = `${personId}@example.com`;
  await db.query(
    `INSERT INTO people (id, email, email_confirmed_at, name, created_at) VALUES ($1, $2, now(), 'Member', now())`,
    [personId, email],
  );
  return { personId, email, browser: await signedIn(db, personId, userId) };
}

/** A session of a person in an account. */
async function signedIn(db: Queryable, personId: string, userId: string): Promise<{ cookie: string }> {
  const { token, tokenHash, expiresAt } = generateSession(new Date());
  await db.query(
    `INSERT INTO sessions (id, token_hash, person_id, user_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, now(), now(), $5)`,
    [newId(), tokenHash, personId, userId, expiresAt],
  );
  return { cookie: `${SESSION_COOKIE}=${token}` };
}

export async function addMembership(db: Queryable, personId: string, userId: string, role: Role): Promise<void> {
  await db.query('INSERT INTO memberships (person_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
    personId,
    userId,
    role,
  ]);
}

/** A person who is a member of this account alone, and is signed in. */
export async function addMember(db: Queryable, userId: string, role: Role): Promise<TestMember> {
  const person = await createPerson(db, userId);
  await addMembership(db, person.personId, userId, role);
  return person;
}
