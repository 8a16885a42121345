import { newId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import type { PlanKey } from '../plans/plans.js';
import { insertUser, type User } from './access.repository.js';
import { parseDisplayName, parseEmail } from './parse-account.js';
import { hashPassword, parsePassword } from './password.js';

export type SignUp = (input: { email: string; password: string; displayName: string | null }) => Promise<User['id']>;

/** A new account on the free plan; the answer is its id. `open` is the operator's word on whether anybody may. */
export const makeSignUp =
  ({ db, clock, open }: { db: Db; clock: () => Date; open: boolean }): SignUp =>
  async (input) => {
    if (!open) throw new AppError('SIGN_UP_DISABLED');
    return storeNewUser(db, { ...input, plan: 'starter' }, clock());
  };

/** Stores a new account; null as its password: it does not sign in. */
export async function storeNewUser(
  db: Db,
  input: { email: string; password: string | null; displayName: string | null; plan: PlanKey },
  now: Date,
): Promise<User['id']> {
  const email = parseEmail(input.email);
  const displayName = parseDisplayName(input.displayName, email);
  const passwordHash = input.password === null ? null : await hashPassword(parsePassword(input.password));
  const id = newId(now);
  const made = await insertUser(db, { id, email, displayName, passwordHash, plan: input.plan, createdAt: now });
  if (!made) throw new AppError('EMAIL_TAKEN');
  return id;
}
