import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ErrorCode } from '../../foundation/errors/catalogue.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordFailedSignIn } from '../audit/audit.repository.js';
import { type BegunSession, beginSession } from './access/begin-session.step.js';
import { findKnownBrowser } from './access/device.repository.js';
import { assertMaySignIn } from './access/may-sign-in.js';
import { type Browser, hashToken } from './access/session.js';
import { knownBrowser, type SignInThrottle, strangerTo } from './access/sign-in-throttle.repository.js';
import { canonicalEmail } from './account/parse-account.js';
import { passwordMatches } from './account/password.js';
import { newSignInMail } from './account/security-mails.js';
import { findHome, membershipsOf } from './people/membership.repository.js';
import { findPersonByEmail, lockPerson } from './people/person.repository.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

const THROTTLED: ReadonlySet<ErrorCode> = new Set(['SIGN_IN_THROTTLED', 'SECOND_FACTOR_THROTTLED']);

/** The credentials of a sign-in, and its browser. */
export interface SignInInput {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code; null when none was given. */
  code: string | null;
  browser: Browser;
}

export type SignIn = (input: SignInInput) => Promise<{ personId: string; session: BegunSession }>;

/**
 * Checks the password, then the second factor where there is one, and begins a session under a new token: one that was
 * known before is of no use after. Until both are correct, nothing about the account is revealed except that it has a
 * second factor. The owner is notified of a sign-in from a new browser, at most five times an hour. What is refused is
 * recorded for the owner, but not while sign-ins are throttled.
 */
export function makeSignIn(needs: {
  db: Db;
  throttle: SignInThrottle;
  withSecondFactor: WithSecondFactor;
  mailQueue: MailQueue;
  clock: () => Date;
  log: Logger;
}): SignIn {
  const { db, throttle, withSecondFactor, mailQueue, clock, log } = needs;

  const signIn: SignIn = async ({ email: given, password, code, browser }) => {
    const email = canonicalEmail(given);
    const hashes = {
      deviceHashes: browser.devices.map(hashToken),
      sessionHash: browser.token === undefined ? null : hashToken(browser.token),
    };
    const known = await findKnownBrowser(db, email, hashes, clock());
    const subject = known === undefined ? strangerTo(email, browser.address) : knownBrowser(known);
    await throttle.begin(subject);
    const person = await findPersonByEmail(db, email);
    if (!(await passwordMatches(password, person?.passwordHash ?? null)) || !person)
      throw new AppError('SIGN_IN_FAILED');
    await throttle.succeeded(subject);
    const notice = known === undefined && (await throttle.beginNotice(person.id));
    const beginning = withSecondFactor({ person, code, subject }, async (tx) => {
      const now = clock();
      // The password may have been changed, and the account deactivated, since they were looked at.
      const current = await lockPerson(tx, person.id);
      const home = await findHome(tx, person.id, now);
      if (current?.passwordHash !== person.passwordHash || !home) throw new AppError('SIGN_IN_FAILED');
      assertMaySignIn(home, now);
      if (notice)
        await mailQueue.enqueue(
          tx,
          newSignInMail({ ...person, timeZone: home.timeZone }, { address: browser.address, at: now }),
        );
      return beginSession(tx, { personId: person.id, userId: home.id }, browser, now);
    });
    try {
      return { personId: person.id, session: await beginning };
    } catch (error) {
      if (notice) await throttle.noticeFailed(person.id);
      throw error;
    }
  };

  return async (input) => {
    const { address } = input.browser;
    try {
      const signedIn = await signIn(input);
      log.info({ personId: signedIn.personId, address }, 'Signed in');
      return signedIn;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info({ code: error.code, address }, 'Sign-in refused');
      if (!THROTTLED.has(error.code)) {
        const person = await findPersonByEmail(db, canonicalEmail(input.email));
        const [main] = person ? await membershipsOf(db, person.id) : [];
        await recordFailedSignIn(db, main ?? null, error.code);
      }
      throw error;
    }
  };
}
