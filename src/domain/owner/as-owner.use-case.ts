import type { Db } from '../../foundation/database/unit-of-work.js';
import type { CheckCurrentPassword } from '../identity/access/current-password.use-case.js';
import { knownBrowser } from '../identity/access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from '../identity/access/viewer.js';
import type { User } from '../identity/account/user.repository.js';
import type { WithSecondFactor } from '../identity/second-factor/with-second-factor.use-case.js';

/** What shows that it is the owner: the password, and a code where there is a second factor. */
export interface Proof {
  password: string;
  code: string | null;
}

export type AsOwner = <T>(viewer: Viewer, proof: Proof, work: (db: Db, user: User) => Promise<T>) => Promise<T>;

/** Runs `work` in a transaction for the signed-in account, after checking the proof of its owner. */
export const makeAsOwner =
  ({
    checkCurrentPassword,
    withSecondFactor,
  }: {
    checkCurrentPassword: CheckCurrentPassword;
    withSecondFactor: WithSecondFactor;
  }): AsOwner =>
  async (viewer, { password, code }, work) => {
    const user = await checkCurrentPassword(viewer, password);
    const subject = knownBrowser(sessionOf(viewer).id);
    return withSecondFactor({ user, code, subject }, (db) => work(db, user));
  };
