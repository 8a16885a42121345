import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { newToken } from '../../foundation/pod.js';
import type {
  Authorization,
  Begun,
  CredentialField,
  PlatformKey,
  RegisteredClients,
} from '../../platforms/port/platform.js';
import { hashToken } from '../identity/access/session.js';
import { findUser } from '../identity/account/user.repository.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import { type FindLogin, findLogin } from './find-login.js';
import { LOGIN_MS, writeSecrets } from './login.js';
import type { RedirectUri } from './login-address.js';
import { insertLoginAttempt } from './login-attempt.repository.js';
import { invalidField, readFields, type TypedValues } from './typed-fields.js';

/** The start of a login at a platform. */
export interface LoginBegin {
  fields: readonly CredentialField[];
  isConfigured: boolean;
  begin(request: Parameters<Authorization['begin']>[2]): Promise<Begun>;
}

export interface BeginLoginInput {
  platform: PlatformKey;
  values: TypedValues;
  /** The cookie that binds it to a browser. */
  browser: string;
  link: string | null;
  returnTo: string | null;
}

/** Returns the URL to redirect to. */
export type BeginLogin = (owner: ConnectionOwner, input: BeginLoginInput) => Promise<string>;

/** Starts a login at a platform, and stores what the callback needs. */
export const makeBeginLogin =
  (needs: {
    db: Db;
    clock: () => Date;
    plans: Plans;
    cipher: CredentialCipher;
    findLogin: FindLogin<LoginBegin>;
    redirectUri: RedirectUri;
    registeredClients: (platform: PlatformKey) => RegisteredClients;
  }): BeginLogin =>
  async ({ userId, ownerId }, { platform, values, browser, link, returnTo }) => {
    const { db, clock, cipher } = needs;
    const login = findLogin(needs.findLogin, platform);
    const payer = await findUser(db, ownerId);
    if (!payer) throw new Error(`The account ${ownerId} is gone`);
    // Check before sending the user to the platform for nothing.
    assertIncluded(planOf(needs.plans, payer), [{ platform }]);

    const state = newToken();
    const codeVerifier = generateRandomCodeVerifier();
    const begun = await login.begin({
      values: readFields(login.fields, values),
      redirectUri: needs.redirectUri(platform, null),
      state,
      codeVerifier,
      codeChallenge: await calculatePKCECodeChallenge(codeVerifier),
      clients: needs.registeredClients(platform),
    });
    if (begun.kind === 'invalid') throw invalidField(login.fields, begun);
    if (begun.kind === 'failed') throw new AppError('CONNECTION_REFUSED', { reason: begun.failure.message });

    const now = clock();
    const id = newId(now);
    const { redirectUri, issuer, remembered } = begun;
    const secrets = { codeVerifier, redirectUri, issuer, remembered: { ...remembered }, link, returnTo, accounts: [] };
    await insertLoginAttempt(db, {
      id,
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      userId,
      platform,
      phase: 'begun',
      secrets: cipher.encrypt(writeSecrets(secrets), id),
      expiresAt: new Date(now.getTime() + LOGIN_MS),
    });
    return begun.url;
  };
