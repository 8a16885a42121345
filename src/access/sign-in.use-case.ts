import type { Db, Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { deleteSession, findUserByEmail, insertSession } from './access.repository.js';
import { assertMaySignIn } from './authenticate.use-case.js';
import { canonicalEmail } from './parse-account.js';
import { passwordMatches } from './password.js';
import { generateSession, hashToken, type NewSession } from './session.js';
import type { SignInThrottle } from './sign-in-throttle.repository.js';

/** Who wants in, from where, and the session that the browser still has. */
export interface SignInInput {
  email: string;
  password: string;
  address: string;
  oldToken: string | undefined;
}

export type SignIn = (input: SignInInput) => Promise<{ userId: string; session: NewSession }>;

/** Checks the password and begins a session, under a new token: one that was known before is of no use after. */
export const makeSignIn =
  (needs: { db: Db; throttle: SignInThrottle; beginSession: BeginSession; clock: () => Date }): SignIn =>
  async ({ email: given, password, address, oldToken }) => {
    const email = canonicalEmail(given);
    await needs.throttle.begin(email, address);
    const user = await findUserByEmail(needs.db, email);
    if (!(await passwordMatches(password, user?.passwordHash ?? null)) || !user) throw new AppError('SIGN_IN_FAILED');
    await needs.throttle.succeeded(email, address);
    assertMaySignIn(user, needs.clock());
    return { userId: user.id, session: await needs.beginSession(user.id, oldToken) };
  };

export type BeginSession = (userId: string, oldToken: string | undefined) => Promise<NewSession>;

/** Begins a session and ends the one that the browser had. */
export const makeBeginSession =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): BeginSession =>
  (userId, oldToken) =>
    transaction(async (db) => {
      const now = clock();
      const session = generateSession(now);
      if (oldToken) await deleteSession(db, hashToken(oldToken));
      const { tokenHash, expiresAt } = session;
      await insertSession(db, { tokenHash, userId, createdAt: now, expiresAt });
      return session;
    });
