import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { findUser, type User } from './access.repository.js';
import { passwordMatches } from './password.js';
import type { SignInThrottle } from './sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './viewer.js';

/** The user who is signed in, once it has shown its password. */
export type CheckCurrentPassword = (viewer: Viewer, password: string) => Promise<User>;

/**
 * Asks for the password again where a session alone is not enough: whoever sits down at an open browser, or steals its
 * cookie, shall neither take the account over nor throw its owner out. Wrong ones are counted per session.
 */
export const makeCheckCurrentPassword =
  ({ db, throttle }: { db: Db; throttle: SignInThrottle }): CheckCurrentPassword =>
  async (viewer, password) => {
    const session = sessionOf(viewer);
    await throttle.tryPassword(session.id);
    const user = await findUser(db, session.userId);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    if (!user || !matches) throw new AppError('CURRENT_PASSWORD_WRONG');
    await throttle.passwordWasRight(session.id);
    return user;
  };
