import type { Db } from '../../foundation/database/unit-of-work.js';
import type { CheckCurrentPassword } from '../identity/access/current-password.use-case.js';
import { knownBrowser } from '../identity/access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from '../identity/access/viewer.js';
import type { Person } from '../identity/people/person.repository.js';
import type { WithSecondFactor } from '../identity/second-factor/with-second-factor.use-case.js';

/** What shows that it is the owner: the password, and a code where there is a second factor. */
export interface Proof {
  password: string;
  code: string | null;
}

export type AsOwner = <T>(viewer: Viewer, proof: Proof, work: (db: Db, person: Person) => Promise<T>) => Promise<T>;

/** Runs `work` in a transaction for the signed-in person, after checking the proof. */
export const makeAsOwner =
  ({
    checkCurrentPassword,
    withSecondFactor,
  }: {
    checkCurrentPassword: CheckCurrentPassword;
    withSecondFactor: WithSecondFactor;
  }): AsOwner =>
  async (viewer, { password, code }, work) => {
    const person = await checkCurrentPassword(viewer, password);
    const subject = knownBrowser(sessionOf(viewer).id);
    return withSecondFactor({ person, code, subject }, (db) => work(db, person));
  };
