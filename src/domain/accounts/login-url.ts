/** The URL that starts a login at a platform when a browser opens it; it has no effect before. */
import { AppError } from '../../foundation/errors/app-error.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import type { LoginBegin } from './begin-login.use-case.js';
import { type FindLogin, findLogin } from './find-login.js';
import { assertReturnTo, startPath } from './login-address.js';
import type { TypedValues } from './typed-fields.js';

export type LoginUrl = (
  owner: ConnectionOwner,
  input: { platform: PlatformKey; values: TypedValues; returnTo: string | null },
) => string;

export const makeLoginUrl =
  (needs: {
    findLogin: FindLogin<Pick<LoginBegin, 'fields' | 'isConfigured'>>;
    publicUrl: () => string;
    /** Origins that a user may be redirected to. */
    origins: () => string[];
  }): LoginUrl =>
  (owner, { platform, values, returnTo }) => {
    const { fields } = findLogin(needs.findLogin, platform);
    for (const name of values.keys()) {
      if (fields.some((field) => field.name === name)) continue;
      throw new AppError('CREDENTIAL_FIELD_INVALID', { label: name, reason: 'is not a field of this platform' });
    }
    if (returnTo !== null) assertReturnTo(returnTo, needs.origins());
    const more = { ...Object.fromEntries(values), ...(returnTo !== null && { returnTo }) };
    return needs.publicUrl() + startPath(platform, owner, more);
  };
