import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { passwordMatches } from '../account/password.js';
import { findPerson, type Person } from '../people/person.repository.js';
import type { SignInThrottle } from './sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './viewer.js';

/** The signed-in person, after checking the password. */
export type CheckCurrentPassword = (viewer: Viewer, password: string) => Promise<Person>;

/**
 * Re-authentication with the password where a session alone is not enough: someone at an open browser, or with a stolen
 * cookie, must not be able to take over the account or lock out its owner. Wrong passwords are counted per session.
 */
export const makeCheckCurrentPassword =
  ({ db, throttle }: { db: Db; throttle: SignInThrottle }): CheckCurrentPassword =>
  async (viewer, password) => {
    const session = sessionOf(viewer);
    await throttle.tryPassword(session.id);
    const person = await findPerson(db, session.personId);
    const matches = await passwordMatches(password, person?.passwordHash ?? null);
    if (!person || !matches) throw new AppError('CURRENT_PASSWORD_WRONG');
    await throttle.passwordWasRight(session.id);
    return person;
  };
