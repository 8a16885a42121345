import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import type { Viewer } from './access/viewer.js';
import { generateSecret, otpauthUri, SET_UP_MS } from './second-factor/second-factor.js';
import { storePendingFactor } from './second-factor/second-factor.repository.js';

interface Needs {
  db: Db;
  cipher: CredentialCipher;
  checkCurrentPassword: CheckCurrentPassword;
  clock: () => Date;
}

export type BeginTwoFactor = (
  viewer: Viewer,
  password: string,
) => Promise<{ secret: string; uri: string; expiresAt: Date }>;

/** Generates a secret for the viewer's authenticator app. It takes effect once confirmed with a code. */
export const makeBeginTwoFactor =
  ({ db, cipher, checkCurrentPassword, clock }: Needs): BeginTwoFactor =>
  async (viewer, password) => {
    const { id: personId, email } = await checkCurrentPassword(viewer, password);
    const secret = generateSecret();
    const createdAt = clock();
    const stored = await storePendingFactor(db, { personId, secret: cipher.encrypt({ secret }, personId), createdAt });
    if (!stored) throw new AppError('SECOND_FACTOR_ON');
    return { secret, uri: otpauthUri(secret, email), expiresAt: new Date(createdAt.getTime() + SET_UP_MS) };
  };
