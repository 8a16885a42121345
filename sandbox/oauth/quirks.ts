import { Refusal, type Reply, type Wire } from '../exchange.js';
import type { Grant } from '../grants.js';
import type { SandboxPlatform } from '../types.js';

/** A problem of a request, with a code of RFC 6749, section 5.2. Each platform formats it differently. */
export interface OAuthProblem {
  status: number;
  code: string;
  description: string;
}

/** A further way to get a token: in exchange for another token, as on Meta's platforms. */
export interface TokenExchange {
  path: string;
  grantType: string;
  /** The name of the parameter with the other token. */
  tokenName: string;
  /** Parameters of the app that the request must have. */
  client: readonly ('client_id' | 'client_secret')[];
  /** Restricts the exchange to long-lived or short-lived tokens. */
  takes?: 'lasting' | 'brief';
  answer(grant: Grant): unknown;
}

/** How a platform's login differs from RFC 6749, section 4.1. */
export interface OAuthQuirks {
  platform: SandboxPlatform;
  authorizePath: string;
  /** Parameters of that page beyond those of the RFC, and the values that they may have. */
  authorizeParameters?: Readonly<Record<string, readonly string[]>>;
  /** What the app receives when the user cancels. Default: `error=access_denied`. */
  cancelled?: Readonly<Record<string, string>>;
  /** Whether a person may choose several accounts at once, and whether the token is then the person's own. */
  several?: 'accounts' | 'person';
  /** The scopes that may be requested. */
  scopes: readonly string[];
  separator: ' ' | ',';
  clientIdName?: 'client_key';
  pkce: 'required' | 'optional' | 'none';
  codeSeconds: number;
  tokenPath: string;
  /** GET: all parameters are in the query. Default: POST with a form. */
  tokenMethod?: 'GET';
  /** Parameters of a request for tokens beyond those of the RFC. */
  tokenParameters?: readonly string[];
  clientAuth: 'basic' | 'body';
  /** Whether requests for tokens may be JSON. */
  takesJson?: boolean;
  /** How long the first access token is valid; null: without an end. */
  accessSeconds: number | null;
  /** Absent: there are no refresh tokens. */
  refresh?: {
    /** How long a refresh token is valid; null: without an end. */
    seconds: number | null;
    /** Whether a refresh token can be used only once and is replaced by the next. */
    rotates: boolean;
    /** Whether this login gives one, from its scopes and the query of its page. Default: it does. */
    given?(scopes: readonly string[], query: Readonly<Record<string, string>>): boolean;
  };
  exchanges?: readonly TokenExchange[];
  /** Whether an app can have a token for itself. */
  hasClientTokens?: boolean;
  error(problem: OAuthProblem): Reply;
  /** How exchanges report an error, if they do it differently: they are at another host. */
  exchangeError?(problem: OAuthProblem): Reply;
  /** The response with tokens; `first`: at a login, not at a renewal. */
  answer(grant: Grant, first: boolean): unknown;
}

/** The lifetime of long-lived tokens, on platforms that also have short-lived ones: 60 days. */
export const lastingSeconds = 5_184_000;

export const isLasting = ({ issuedAt, expiresAt }: Grant): boolean =>
  expiresAt === null || expiresAt - issuedAt > 86_400_000;

/** The remaining lifetime of an access token at its issue, in seconds. */
export const secondsOf = ({ issuedAt, expiresAt }: Grant): number | undefined =>
  expiresAt === null ? undefined : Math.round((expiresAt - issuedAt) / 1000);

export const refuse = (quirks: OAuthQuirks, problem: OAuthProblem): Refusal => new Refusal(quirks.error(problem));

export const invalidRequest = (quirks: OAuthQuirks, description: string): Refusal =>
  refuse(quirks, { status: 400, code: 'invalid_request', description });

/** How the endpoints of a login report the faults. */
export const oauthWire = (quirks: OAuthQuirks): Wire => ({
  platform: quirks.platform,
  authExpired: () => quirks.error({ status: 400, code: 'invalid_grant', description: 'The token is not valid' }),
  rateLimited: () => quirks.error({ status: 429, code: 'slow_down', description: 'Too many requests' }),
  serverError: () => quirks.error({ status: 503, code: 'temporarily_unavailable', description: 'Try again later' }),
  rejected: () => quirks.error({ status: 400, code: 'invalid_grant', description: 'The code is not valid' }),
  unreadableBody: () => quirks.error({ status: 400, code: 'invalid_request', description: 'The body is unreadable' }),
});
