import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { findUser, type User } from './access.repository.js';
import type { AccountThrottle } from './account-throttle.repository.js';
import { passwordMatches } from './password.js';
import { assertSession, type Viewer } from './viewer.js';

/** The account that is signed in, once it has shown its password. */
export type CheckCurrentPassword = (viewer: Viewer, password: string) => Promise<User>;

/** Asks whoever has a session for the password too, as often as signIn does: a session that was stolen is no password. */
export const makeCheckCurrentPassword =
  ({ db, throttle }: { db: Db; throttle: AccountThrottle }): CheckCurrentPassword =>
  async (viewer, password) => {
    assertSession(viewer);
    const { ownerId: userId } = viewer;
    await throttle.tryPassword(userId);
    const user = await findUser(db, userId);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    if (!user || !matches) throw new AppError('CURRENT_PASSWORD_WRONG');
    await throttle.passwordWasRight(userId);
    return user;
  };
