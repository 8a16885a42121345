import type { Db } from '../../../foundation/database/unit-of-work.js';
import { insertUser, type NewUser } from '../account/user.repository.js';
import { insertMembership } from './membership.repository.js';
import { insertPerson } from './person.repository.js';
import { Role } from './role.js';

/** An account with its first person, who owns it. */
export interface NewAccount extends NewUser {
  /** Of the person. */
  personId: string;
  /** Argon2id; null: the person has none yet. */
  passwordHash: string | null;
}

/** Stores an account with the person who owns it; false if the e-mail address is taken. */
export async function storeAccount(db: Db, { personId, passwordHash, ...user }: NewAccount): Promise<boolean> {
  const { email, emailConfirmedAt, displayName: name, createdAt } = user;
  if (!(await insertPerson(db, { id: personId, email, emailConfirmedAt, name, passwordHash, createdAt }))) return false;
  await insertUser(db, user);
  await insertMembership(db, { personId, userId: user.id, role: Role.OWNER, createdAt });
  return true;
}
