import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { findUser, type User } from './access.repository.js';
import { passwordMatches } from './password.js';
import { knownBrowser, type SignInThrottle } from './sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './viewer.js';

export type ReAuthenticate = (viewer: Viewer, password: string) => Promise<User>;

/**
 * Asks for the password again where a session alone is not enough: whoever sits down at an open browser, or steals its
 * cookie, shall neither take the account over nor throw its owner out. Wrong passwords are counted per session.
 */
export const makeReAuthenticate =
  ({ db, throttle }: { db: Db; throttle: SignInThrottle }): ReAuthenticate =>
  async (viewer, password) => {
    const trier = knownBrowser(sessionOf(viewer));
    await throttle.begin(trier);
    const user = await findUser(db, viewer.userId);
    if (!(await passwordMatches(password, user?.passwordHash ?? null)) || !user) throw new AppError('PASSWORD_WRONG');
    await throttle.succeeded(trier);
    return user;
  };
