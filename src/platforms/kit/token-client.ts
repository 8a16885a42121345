import type { Http } from '../../foundation/http-client/http.js';
import type { Account } from '../port/account.js';
import type { PlatformKey } from '../port/platform.js';
import { readCredentials } from './credentials.js';
import type { FailedStep, Purpose } from './failed-step.js';
import { tokensSchema } from './oauth-row.js';

/** Creates the client of an access token; `secrets` are others that failures must not include. */
type MakeClient<Client> = (
  http: Http,
  baseUrl: string,
  accessToken: string,
  purpose: Purpose,
  secrets: readonly string[],
) => Client;

type Connect<Client> = (
  http: Http,
  account: Account,
  purpose: Purpose,
) => { kind: 'connected'; client: Client } | FailedStep;

/** The client authenticated with an account's tokens, or the failure of unusable tokens. */
export const connectWith =
  <Client>(platform: PlatformKey, makeClient: MakeClient<Client>): Connect<Client> =>
  (http, account, purpose) => {
    const read = readCredentials(tokensSchema, account, { platform, purpose });
    if (read.kind === 'failed') return read;
    const { accessToken, refreshToken = '' } = read.credentials;
    return { kind: 'connected', client: makeClient(http, account.baseUrl, accessToken, purpose, [refreshToken]) };
  };
