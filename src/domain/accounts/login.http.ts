import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import { isTrustedPage, ownOrigins } from '../../foundation/http/cors.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { type CredentialField, PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';
import type { Authenticate } from '../identity/access/authenticate.use-case.js';
import { assertMayWrite } from '../identity/access/operator-session.js';
import { accessHeaders, assertPermission, NOT_THEIRS } from '../identity/access/viewer.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import type { CompleteLogin, OpenLogin } from './complete-login.use-case.js';
import type { Connection } from './connection.repository.js';
import { type FindLogin, findLogin } from './find-login.js';
import { loginChoicePage, loginDonePage, loginFieldsPage } from './login.html.js';
import { assertReturnTo, startPath } from './login-address.js';
import { type BeginLoginInBrowser, browserOf } from './login-browser.js';
import { refusalMessage } from './refusal-message.js';

/** Logins at platforms (OAuth 2): start, callback, and the choice of accounts. */
export function makeLoginRouter(needs: {
  /** By a dashboard session. */
  authenticate: Authenticate;
  /** The user and path of a connection page, by its token. */
  openLink: (link: string) => Promise<ConnectionOwner>;
  linkPath: (link: string) => string;
  findLogin: FindLogin<{ fields: readonly CredentialField[]; isConfigured: boolean }>;
  beginLogin: BeginLoginInBrowser;
  completeLogin: CompleteLogin;
  /** Reads the fields of a form in time. */
  readForm: RequestHandler;
  publicUrl: () => string;
  /** Origins that a user may be redirected to. */
  origins: () => string[];
  /** No public URL is set. */
  anyHost: boolean;
  log: Logger;
}): Router {
  const { authenticate, openLink, linkPath, completeLogin, publicUrl, log } = needs;
  const router = Router();

  const open = async (request: Request, response: Response): Promise<OpenLogin> => {
    const { platform } = response.locals;
    const came = { platform, state: queryText(request, 'state') ?? '', browser: browserOf(request) };
    const login = await completeLogin.open(came, ({ link, userId }) =>
      link === null ? ownerBySession(authenticate, request, userId) : openLink(link),
    );
    const { link, returnTo } = login.secrets;
    response.locals.isGuest = link !== null;
    response.locals.back = link === null ? (returnTo ?? startPath(platform, login.owner)) : linkPath(link);
    return login;
  };
  const finish = (response: Response, { secrets: { link, returnTo } }: OpenLogin, connections: Connection[]) => {
    const target = link === null ? returnTo : publicUrl() + linkPath(link);
    if (target === null) return void response.send(loginDonePage(connections));
    const url = new URL(target);
    for (const { platformId } of connections) url.searchParams.append('connected', platformId);
    response.redirect(303, url.href);
  };
  const showChoice = async (
    response: Response,
    login: OpenLogin,
    { chosen, error = null }: { chosen?: ReadonlySet<string>; error?: string | null } = {},
  ) => {
    const choices = await completeLogin.choices(login);
    const connected = choices.filter(({ isConnected }) => isConnected).map(({ accountId }) => accountId);
    const { platform } = login;
    response.send(loginChoicePage({ platform, choices, chosen: chosen ?? new Set(connected), error }));
  };

  router.use('/auth/:platform', knownPlatform);
  router.get(
    '/auth/:platform/start',
    byOtherName(publicUrl, ({ headers }) => accessHeaders(headers).wasSignedIn),
  );
  router.get(
    '/auth/:platform/callback{/:segment}',
    byOtherName(publicUrl, (request) => browserOf(request) !== null),
  );

  router.get('/auth/:platform/start', async (request, response) => {
    const platform: PlatformKey = response.locals.platform;
    const [user, returnTo] = [queryText(request, 'user'), queryText(request, 'returnTo')];
    const owner = await ownerBySession(authenticate, request, user ?? undefined);
    if (returnTo !== null) assertReturnTo(returnTo, needs.origins());
    response.locals.back = returnTo;
    const { fields } = findLogin(needs.findLogin, platform);
    const typed = new Map(fields.flatMap(({ name }) => pairOf(name, queryText(request, name))));
    const kept = new Map([...pairOf('user', user), ...pairOf('returnTo', returnTo)]);
    const view = { platform, fields, kept };
    if ((fields.length > 0 && typed.size === 0) || mayBeLedFromElsewhere(request, needs)) {
      return void response.send(loginFieldsPage({ ...view, refused: null }));
    }
    try {
      await needs.beginLogin(request, response, owner, { platform, values: typed, link: null, returnTo });
    } catch (error) {
      if (!(error instanceof AppError) || fields.length === 0) throw error;
      const refused = { message: error.message, values: typed };
      response.status(error.status).send(loginFieldsPage({ ...view, refused }));
    }
  });

  router.get('/auth/:platform/callback{/:segment}', async (request, response) => {
    const login = await open(request, response);
    const came = {
      segment: request.params.segment ?? null,
      // Repeated, it matches no issuer.
      iss: request.query.iss === undefined ? null : String(request.query.iss),
      code: queryText(request, 'code'),
      error: queryText(request, 'error'),
      description: queryText(request, 'error_description'),
    };
    // Read again after the code was exchanged: the choice is still open.
    const isChoosing = login.phase === 'choosing';
    const connections = isChoosing ? null : await completeLogin.comeBack(login, came);
    if (connections) return finish(response, login, connections);
    const state = new URLSearchParams({ state: queryText(request, 'state') ?? '' });
    response.redirect(303, `/auth/${login.platform}/choose?${state}`);
  });

  router.get('/auth/:platform/choose', async (request, response) => {
    await showChoice(response, await open(request, response));
  });

  router.post('/auth/:platform/choose', needs.readForm, async (request, response) => {
    const login = await open(request, response);
    const chosen: unknown[] = [request.body?.account ?? []].flat();
    const accountIds = chosen.filter((id) => typeof id === 'string');
    try {
      finish(response, login, await completeLogin.choose(login, accountIds));
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'LOGIN_USED') throw error;
      const words = refusalMessage(error, response.locals.isGuest);
      await showChoice(response.status(error.status), login, { chosen: new Set(accountIds), error: words });
    }
  });

  router.use(pageErrors(log, (error, { isGuest }) => refusalMessage(error, isGuest === true)));
  return router;
}

/**
 * On the machine itself the service has two names, and a browser has the cookies of the one that it was opened under.
 * One that comes to the public URL without the cookie is sent to the other name.
 */
const byOtherName =
  (publicUrl: () => string, hasCookie: (request: Request) => boolean): RequestHandler =>
  (request, response, next) => {
    const [own = '', other] = ownOrigins(publicUrl());
    if (other === undefined || request.headers.host !== new URL(own).host || hasCookie(request)) return next();
    response.redirect(307, other + request.originalUrl);
  };

/** Other routes below the same path are not handled here. */
const knownPlatform: RequestHandler = (request, response, next) => {
  const platform = PLATFORM_KEYS.find((key) => key === request.params.platform);
  if (!platform) return next('router');
  response.locals.platform = platform;
  pageHeaders(request, response, next);
};

/** The user that the signed-in user acts for. If it is not theirs, a different user has signed in. */
async function ownerBySession(
  authenticate: Authenticate,
  request: Request,
  serviceUserId: string | undefined,
): Promise<ConnectionOwner> {
  try {
    const viewer = await authenticate({ ...accessHeaders(request.headers), serviceUserId });
    assertMayWrite(viewer);
    assertPermission(viewer, 'MANAGE');
    return viewer;
  } catch (error) {
    const isOfAnother = error instanceof AppError && NOT_THEIRS.has(error.code);
    throw isOfAnother ? new AppError('LOGIN_OF_ANOTHER') : error;
  }
}

/**
 * Whether the request may come from a page of an untrusted site, which could choose the server and so the connected
 * account: then the user confirms on a page of the service instead. Browsers send the origin of a request in Sec-Fetch-Site;
 * older ones, and all of them without TLS, at most in Referer, which the linking page can suppress.
 */
function mayBeLedFromElsewhere(request: Request, pages: Parameters<typeof isTrustedPage>[2]): boolean {
  const { 'sec-fetch-site': site, referer } = request.headers;
  return site !== 'none' && site !== 'same-origin' && !isTrustedPage(referer, request, pages);
}

const pairOf = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);

/** A query parameter; null if missing or repeated. */
function queryText({ query }: Request, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' ? value : null;
}
