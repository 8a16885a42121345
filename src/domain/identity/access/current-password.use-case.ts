import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { passwordMatches } from '../account/password.js';
import { findUser, type User } from '../account/user.repository.js';
import type { SignInThrottle } from './sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './viewer.js';

/** The signed-in user, after checking its password. */
export type CheckCurrentPassword = (viewer: Viewer, password: string) => Promise<User>;

/**
 * Re-authentication with the password where a session alone is not enough: someone at an open browser, or with a stolen
 * cookie, must not be able to take over the account or lock out its owner. Wrong passwords are counted per session.
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
