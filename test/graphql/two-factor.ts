/** An authenticator app, and what its owner does over GraphQL. */
import { TOTP } from 'otpauth';
import type { TestDatabase } from '../support/database.js';
import type { Service } from '../support/service.js';
import { type Member, newMember, visit } from './browser.js';

export const SESSIONS =
  '{ sessions(first: 50) { edges { node { id createdAt lastUsedAt expiresAt userAgent address current } } } }';
export const END_SESSION = 'mutation ($input: EndSessionInput!) { endSession(input: $input) { endedSessionId } }';
export const END_OTHERS = 'mutation ($input: EndOtherSessionsInput!) { endOtherSessions(input: $input) { ended } }';
export const TWO_FACTOR = '{ twoFactor { enabledAt recoveryCodesLeft } }';
export const BEGIN =
  'mutation ($input: BeginTwoFactorInput!) { beginTwoFactor(input: $input) { secret uri expiresAt } }';
export const CONFIRM =
  'mutation ($input: ConfirmTwoFactorInput!) { confirmTwoFactor(input: $input) { recoveryCodes } }';
export const DISABLE = `mutation ($input: DisableTwoFactorInput!) {
  disableTwoFactor(input: $input) { twoFactor { enabledAt recoveryCodesLeft } }
}`;
export const NEW_CODES =
  'mutation ($input: RegenerateRecoveryCodesInput!) { regenerateRecoveryCodes(input: $input) { recoveryCodes } }';

const STEP_MS = 30_000;

/**
 * The code that an app shows, now or `steps` later. A test uses this one and the next, never the one before: that may
 * be over by the time it arrives.
 */
export const codeOfApp = (secret: string, steps: 0 | 1 = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Six digits that are not right at any time near. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS }),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

export interface Guarded extends Member {
  secret: string;
  recoveryCodes: string[];
}

/** Somebody with two-factor sign-in; the code of the moment is not used up. */
export async function newGuarded(service: Service, db: TestDatabase): Promise<Guarded> {
  const member = await newMember(service);
  const enrollment = await visit(service, member.browser, BEGIN, { password: member.password });
  const { secret } = enrollment.body.data.beginTwoFactor;
  const confirmed = await visit(service, member.browser, CONFIRM, { code: codeOfApp(secret) });
  await forgetStep(db, member);
  return { ...member, secret, recoveryCodes: confirmed.body.data.confirmTwoFactor.recoveryCodes };
}

/** As if the last code had been used a long time ago. */
export const forgetStep = (db: TestDatabase, { userId }: Member): Promise<unknown> =>
  db.query(
    'UPDATE second_factors SET last_step = 0 WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [userId],
  );

/** Subjects of the mails to somebody, oldest first; they are queued with what they tell. */
export async function subjectsOfMails(db: TestDatabase, email: string): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(
    `SELECT data->>'subject' AS subject FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1 ORDER BY created_on`,
    [email],
  );
  return rows.map(({ subject }) => subject);
}
