import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import { bodyError } from '../../foundation/errors/body-error.js';
import { logFailure } from '../../foundation/errors/temporary-failure.js';
import { isTrustedPage, ownOrigins } from '../../foundation/http/cors.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { MAX_FORM_BYTES, type ReadBody } from '../../foundation/http/read-body.js';
import { noteRequest } from '../../foundation/http/request-log.js';
import { type RateLimiter, rateLimited } from '../../foundation/request-limits/rate-limiter.js';
import type { Authenticate } from './access/authenticate.use-case.js';
import { assertMayGiveAccess } from './access/operator-session.js';
import { accessHeaders, assertPermission, type Viewer } from './access/viewer.js';
import { networkOf } from './account/network-of.js';
import {
  type AuthorizationRequest,
  assertResource,
  parseAuthorizationRequest,
  parseScope,
} from './applications/authorization-request.js';
import { registerClient } from './applications/oauth-client.js';
import { OAuthError, parameter, requiredParameter } from './applications/oauth-error.js';
import {
  AUTHORIZE_PATH,
  issuerOf,
  REGISTER_PATH,
  RESOURCE_METADATA_PATHS,
  REVOKE_PATH,
  resourceMetadata,
  resourceOf,
  SERVER_METADATA_PATH,
  serverMetadata,
  TOKEN_PATH,
} from './applications/oauth-metadata.js';
import type { ConnectApplication } from './connect-application.use-case.js';
import { consentPage } from './consent-page.html.js';
import type { FindOAuthClient } from './find-oauth-client.use-case.js';
import type { IssuedTokens, IssueTokens } from './issue-tokens.use-case.js';

/** The dashboard's page, which leads back to the consent. */
const SIGN_IN_PATH = '/sign-in';

/**
 * The authorization server of MCP (OAuth 2.1; docs/guides/mcp.md): metadata, registration, the page of consent, and
 * tokens. Clients are public and prove themselves by PKCE. The browser is redirected to an application only by the
 * decision of a user who is signed in.
 */
export function makeOAuthRouter(needs: {
  /** By a dashboard session. */
  authenticate: Authenticate;
  findClient: FindOAuthClient;
  connectApplication: ConnectApplication;
  issueTokens: IssueTokens;
  readBody: ReadBody;
  limitNetwork: RateLimiter;
  publicUrl: () => string;
  /** No public URL is set: any host that a request names is this service. */
  anyHost: boolean;
  log: Logger;
}): Router {
  const { authenticate, findClient, connectApplication, issueTokens, readBody, publicUrl, anyHost, log } = needs;
  const readForm = readBody.form();
  const pages = { origins: () => ownOrigins(publicUrl()), anyHost };

  const limit: RequestHandler = async ({ ip }, _response, next) => {
    const { allowed, resetsInSeconds } = await needs.limitNetwork(`oauth ${networkOf(ip ?? '')}`, 1);
    if (!allowed) throw rateLimited(resetsInSeconds);
    next();
  };

  /** The request of an application, and the user who is signed in; null: the browser is on its way to sign in. */
  async function open(request: Request, response: Response) {
    const viewer = await signedIn(request);
    if (!viewer) {
      const returnTo = new URLSearchParams({ returnTo: request.originalUrl });
      response.redirect(303, `${SIGN_IN_PATH}?${returnTo}`);
      return null;
    }
    assertMayGiveAccess(viewer);
    assertPermission(viewer, 'ADMINISTER');
    noteRequest(response, { userId: viewer.userId });
    const client = await findClient(requiredParameter(request.query, 'client_id'));
    return { asked: parseAuthorizationRequest(request.query, client, resourceOf(publicUrl())), viewer };
  }

  const signedIn = (request: Request): Promise<Viewer | null> =>
    authenticate({ ...accessHeaders(request.headers), serviceUserId: undefined }).catch((error) => {
      if (error instanceof AppError && ['SESSION_REQUIRED', 'MEMBERSHIP_ENDED'].includes(error.code)) return null;
      throw error;
    });

  async function showConsent(request: Request, response: Response, asked: AuthorizationRequest, viewer: Viewer) {
    const who = await connectApplication.ask(viewer);
    response.send(consentPage(request.originalUrl, asked, { ...who, userId: viewer.userId }));
  }

  const consent = Router();
  consent.use(pageHeaders, limit);
  consent.get('/', async (request, response) => {
    const opened = await open(request, response);
    if (opened) await showConsent(request, response, opened.asked, opened.viewer);
  });
  consent.post('/', readForm, async (request, response) => {
    if (!isTrustedPage(request.headers.origin, request, pages)) throw new AppError('CONSENT_FROM_ELSEWHERE');
    const opened = await open(request, response);
    if (!opened) return;
    const { asked, viewer } = opened;
    const { user, decision } = Object(request.body);
    // Somebody else has signed in since the page was shown.
    if (user !== viewer.userId) return showConsent(request, response, asked, viewer);
    const answer: Record<string, string> =
      decision === 'allow' ? { code: await connectApplication.allow(viewer, asked) } : { error: 'access_denied' };
    const url = new URL(asked.redirectUri);
    const state = asked.state === null ? {} : { state: asked.state };
    for (const [name, value] of Object.entries({ ...answer, ...state, iss: issuerOf(publicUrl()) })) {
      url.searchParams.append(name, value);
    }
    response.redirect(303, url.href);
  });
  consent.use(asPageError, pageErrors(log));

  const server = Router();
  server.get(RESOURCE_METADATA_PATHS, (_request, response) => void response.json(resourceMetadata(publicUrl())));
  server.get(SERVER_METADATA_PATH, (_request, response) => void response.json(serverMetadata(publicUrl())));

  server.post(REGISTER_PATH, limit, readBody.json({ limit: MAX_FORM_BYTES, strict: true }), ({ body }, response) => {
    const { clientId, name, redirectUris } = registerClient(body);
    response.status(201).json({
      client_id: clientId,
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });

  server.post(TOKEN_PATH, limit, readForm, async ({ body }, response) => {
    const grant = GRANTS.get(requiredParameter(body, 'grant_type'));
    if (!grant) throw new OAuthError('unsupported_grant_type', `grant_type is ${[...GRANTS.keys()].join(' or ')}`);
    const resource = parameter(body, 'resource');
    if (resource !== null) assertResource(resource, resourceOf(publicUrl()));
    const { accessToken, refreshToken, expiresInSeconds, scopes } = await grant(issueTokens, body);
    response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    });
  });

  server.post(REVOKE_PATH, limit, readForm, async ({ body }, response) => {
    await issueTokens.revoke({
      token: requiredParameter(body, 'token'),
      clientId: requiredParameter(body, 'client_id'),
    });
    response.json({});
  });

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    if (error instanceof OAuthError) return void refuse(response, error.status, error.code, error.message);
    const known = bodyError(error, MAX_FORM_BYTES);
    const { requestId } = response.locals;
    logFailure(log, { error, shown: known, requestId }, 'Unexpected failure of OAuth');
    noteRequest(response, { codes: [known.code] });
    if ('retryAfterSeconds' in known.details) response.set('Retry-After', String(known.details.retryAfterSeconds));
    const code = known.status === 429 || known.status >= 500 ? 'temporarily_unavailable' : 'invalid_request';
    refuse(response, known.status, code, known.message);
  };

  return Router().use(AUTHORIZE_PATH, consent).use(server).use([REGISTER_PATH, TOKEN_PATH, REVOKE_PATH], onError);
}

/** What a client gives for tokens. */
const GRANTS: ReadonlyMap<string, (issue: IssueTokens, body: unknown) => Promise<IssuedTokens>> = new Map([
  [
    'authorization_code',
    (issue: IssueTokens, body: unknown) =>
      issue.byCode({
        code: requiredParameter(body, 'code'),
        clientId: requiredParameter(body, 'client_id'),
        redirectUri: parameter(body, 'redirect_uri'),
        codeVerifier: requiredParameter(body, 'code_verifier'),
      }),
  ],
  [
    'refresh_token',
    (issue: IssueTokens, body: unknown) =>
      issue.byRefreshToken({
        refreshToken: requiredParameter(body, 'refresh_token'),
        clientId: requiredParameter(body, 'client_id'),
        scopes: parseScope(parameter(body, 'scope')),
      }),
  ],
]);

/** The page of an error says what the developer of the application reads. */
const asPageError: ErrorRequestHandler = (error, _request, _response, next) =>
  next(error instanceof OAuthError ? new AppError('AUTHORIZATION_REQUEST_INVALID', { reason: error.message }) : error);

/** An error as in OAuth 2.1, 3.2.4. */
function refuse(response: Response, status: number, error: string, description: string): void {
  response.status(status).json({ error, error_description: description });
}
