import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import type { Attached, OAuthClient, PlatformKey, PlatformSetup } from '../port/platform.js';
import type { FailedStep } from './failed-step.js';
import type { FailureTable } from './failure-table.js';

/** One of a platform's requests for another token, with GET and everything in the query, as Meta's are. */
export interface TokenExchange {
  url: string;
  params(accessToken: string, client: OAuthClient): Record<string, string>;
}

/** The credentials of accounts that were connected with a login. Times are ISO 8601. */
export const tokensSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).optional(),
  /** Absent: the access token does not end. */
  expiresAt: z.iso.datetime().optional(),
  refreshExpiresAt: z.iso.datetime().optional(),
  /** What was granted, with spaces between; absent when the platform did not say. */
  scopes: z.string().optional(),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** The logins of a platform, as data. */
export interface OAuthRow {
  platform: PlatformKey;
  /** Where the API lives, as in the adapter's `defaultBaseUrl`. */
  defaultBaseUrl: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** What the platform calls itself at the end of a login (`iss` of RFC 9207), where it does. */
  issuer?: string;
  /** The version in its addresses, if they have one. The operator's version replaces it. */
  version?: string;
  /** Errors of the API, for answers that are not of RFC 6749, section 5.2. */
  failures: FailureTable;
  scopes: readonly string[];
  separator: ' ' | ',';
  /** What the platform calls `client_id`. Default: that. */
  clientIdName?: string;
  /** The place of the client's id and secret in a token request. */
  clientAuth: 'basic' | 'body';
  /** Method of the token request; with GET all of it is in the query. Default POST with a form. */
  tokenMethod?: 'GET';
  pkce: boolean;
  /** What it calls it when the person cancels. Default: `access_denied`. */
  denials?: readonly string[];
  /** Further parameters of the page where the person logs in. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** The exchange for a lasting token; absent: the first one is it. */
  lasting?: TokenExchange;
  /** Null: when the access ends, the account has to be connected again. */
  renewal: { kind: 'refresh token' } | ({ kind: 'access token' } & TokenExchange) | null;
  /** How long before its end a token is renewed by the job, in milliseconds. */
  renewAheadMs: number;
  /** Asks whose the tokens are; several where the person has to choose. */
  accounts(
    http: Http,
    tokens: Tokens,
    setup: PlatformSetup,
  ): Promise<{ kind: 'found'; accounts: FoundAccount[] } | FailedStep>;
}

/** An account that a login gives access to; its own credentials where they are not those of the login (pages). */
export type FoundAccount = Omit<Attached, 'baseUrl' | 'credentials' | 'expiresAt'> &
  Partial<Pick<Attached, 'credentials' | 'expiresAt'>>;
