import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { isTrustedPage } from '../../foundation/http/cors.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { ConnectAccount } from '../accounts/connect-account.use-case.js';
import type { Connectable } from '../accounts/connectable.js';
import { type Connection, connectionsOfUser } from '../accounts/connection.repository.js';
import type { DisconnectAccount } from '../accounts/disconnect-account.use-case.js';
import { connectedMessage } from '../accounts/login.html.js';
import type { BeginLoginInBrowser } from '../accounts/login-browser.js';
import { isPlatformId } from '../accounts/platform-id.js';
import { refusalMessage } from '../accounts/refusal-message.js';
import type { TypedValues } from '../accounts/typed-fields.js';
import { connectionPage, type RefusedForm } from './connection-page.html.js';
import type { OpenConnectionPage, PageVisitor } from './open-connection-page.use-case.js';

export const connectionPagePath = (token: string): string => `/connect/${token}`;

/** Who opened the page, and where it is. */
interface Visit {
  visitor: PageVisitor;
  path: string;
}

/** The page on which a managed user connects accounts, without a password: the link's token opens it. */
export function makeConnectionPageRouter(needs: {
  db: Db;
  clock: () => Date;
  openConnectionPage: OpenConnectionPage;
  connectAccount: ConnectAccount;
  disconnectAccount: DisconnectAccount;
  connectablePlatforms: readonly Connectable[];
  beginLogin: BeginLoginInBrowser;
  /** Reads the fields of a form in time. */
  readForm: RequestHandler;
  publicUrl: () => string;
  /** No public URL is set. */
  anyHost: boolean;
  log: Logger;
}): Router {
  const { readForm, db, clock, openConnectionPage, connectAccount, disconnectAccount, log } = needs;
  const { connectablePlatforms: platforms } = needs;
  const router = Router();

  const open: RequestHandler<{ token: string }> = async ({ params: { token } }, response, next) => {
    const visit: Visit = { visitor: await openConnectionPage(token), path: connectionPagePath(token) };
    response.locals.visit = visit;
    next();
  };
  const ownOrigin = () => [new URL(needs.publicUrl()).origin];
  const show = async (response: Response, refused: RefusedForm | null) => {
    const { visitor, path } = visitOf(response);
    const accounts = await connectionsOfUser(db, visitor.userId);
    const notice = noticeOf(response.req.query, accounts);
    const { displayName } = visitor;
    response.send(connectionPage({ path, displayName, notice, accounts, platforms, refused, now: clock() }));
  };

  router.use('/connect', pageHeaders);
  // The link is checked before the form is read, as an API key is before a body.
  router.use('/connect/:token', open, readForm);

  router.get('/connect/:token', (_request, response) => show(response, null));

  router.post('/connect/:token/disconnect', async ({ body }, response) => {
    const { visitor, path } = visitOf(response);
    const platformId = textOf(body, 'platformId');
    // One that is not there is as it should be: the button was pressed twice.
    if (isPlatformId(platformId)) await disconnectAccount(visitor, platformId);
    response.redirect(303, `${path}?disconnected`);
  });

  /** Does what a form asks for; a refusal is shown on the page. */
  const submit = async (
    { params, body }: Request<{ platform: string }>,
    response: Response,
    isLogin: boolean,
    act: (platform: PlatformKey, values: TypedValues) => Promise<void>,
  ) => {
    const chosen = platforms.find(({ platform }) => platform === params.platform);
    const way = isLogin ? chosen?.login : chosen?.typed;
    if (!chosen || !way) throw new AppError('PLATFORM_NOT_CONNECTABLE', { platform: params.platform });
    const { platform } = chosen;
    const values = new Map(way.fields.map(({ name }) => [name, textOf(body, name)]));
    try {
      await act(platform, values);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = refusalMessage(error, true);
      await show(response.status(error.status), { platform, isLogin, values, message });
    }
  };

  router.post('/connect/:token/:platform', (request, response) =>
    submit(request, response, false, async (platform, values) => {
      const { visitor, path } = visitOf(response);
      const { platformId } = await connectAccount(visitor, { platform, values });
      response.redirect(303, `${path}?connected=${platformId}`);
    }),
  );

  router.post('/connect/:token/:platform/login', (request, response) =>
    submit(request, response, true, async (platform, values) => {
      // Otherwise any page could make its visitor log in and connect the visitor's account to someone else's link.
      // Older browsers leave Origin out.
      const { origin, referer } = request.headers;
      if (!isTrustedPage(origin ?? referer, request, { origins: ownOrigin, anyHost: needs.anyHost }))
        throw new AppError('LOGIN_FROM_ELSEWHERE');
      const { visitor } = visitOf(response);
      const { token: link } = request.params;
      await needs.beginLogin(request, response, visitor, { platform, values, link, returnTo: null });
    }),
  );

  router.use(pageErrors(log));
  return router;
}

const visitOf = (response: Response): Visit => response.locals.visit;

/** A field of a form; empty when it is not there, or there several times. */
function textOf(body: unknown, name: string): string {
  const value: unknown = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** The notice given by the URL. It only contains account names, so no arbitrary text can be injected into the page. */
function noticeOf({ connected, disconnected }: Request['query'], accounts: readonly Connection[]): string | null {
  const named: unknown[] = [connected ?? []].flat();
  const there = accounts.filter(({ platformId }) => named.includes(platformId));
  if (there.length > 0) return connectedMessage(there);
  return disconnected === undefined ? null : 'The account was disconnected';
}
