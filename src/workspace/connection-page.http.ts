import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import type { ConnectAccount } from '../connections/connect-account.use-case.js';
import { type Connection, connectionsOfUser, deleteConnection } from '../connections/connection.repository.js';
import type { ConnectablePlatforms } from '../connections/connection.resolver.js';
import { isPlatformId } from '../connections/platform-id.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { bodyError } from '../errors/body-error.js';
import { connectionPage, connectionPageError, connectionPagePolicy, type RefusedForm } from './connection-page.html.js';
import type { OpenConnectionPage, PageVisitor } from './connection-page.use-case.js';

const MAX_FORM_BYTES = 16 * 1024;

/** The address is the secret: no cache keeps the page, and no other site learns where its visitor came from. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': connectionPagePolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

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
  connectablePlatforms: ConnectablePlatforms;
  log: Logger;
}): Router {
  const { db, clock, openConnectionPage, connectAccount, connectablePlatforms: platforms, log } = needs;
  const router = Router();

  const open: RequestHandler<{ token: string }> = async ({ params: { token } }, response, next) => {
    const visit: Visit = { visitor: await openConnectionPage(token), path: connectionPagePath(token) };
    response.locals.visit = visit;
    next();
  };
  const show = async (response: Response, refused: RefusedForm | null) => {
    const { visitor, path } = visitOf(response);
    const accounts = await connectionsOfUser(db, visitor.userId);
    const notice = noticeOf(response.req.query, accounts);
    const { displayName } = visitor;
    response.send(connectionPage({ path, displayName, notice, accounts, platforms, refused, now: clock() }));
  };

  router.use('/connect', (_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  // The link is looked at before the form is read, as a key is at the other doors.
  router.use('/connect/:token', open, express.urlencoded({ extended: false, limit: MAX_FORM_BYTES }));

  router.get('/connect/:token', (_request, response) => show(response, null));

  router.post('/connect/:token/disconnect', async ({ body }, response) => {
    const { visitor, path } = visitOf(response);
    const platformId = textOf(body, 'platformId');
    // One that is not there is as it should be: the button was pressed twice.
    if (isPlatformId(platformId)) await deleteConnection(db, visitor.userId, platformId);
    response.redirect(303, `${path}?disconnected`);
  });

  router.post('/connect/:token/:platform', async ({ params, body }, response) => {
    const asked = platforms.find(({ platform }) => platform === params.platform);
    if (!asked) throw new AppError('PLATFORM_NOT_CONNECTABLE', { platform: params.platform });
    const { platform, fields } = asked;
    const { visitor, path } = visitOf(response);
    const values = new Map(fields.map(({ name }) => [name, textOf(body, name)]));
    try {
      const { platformId } = await connectAccount(visitor, { platform, values });
      response.redirect(303, `${path}?connected=${platformId}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await show(response.status(error.status), { platform, values, message: inWords(error) });
    }
  });

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    const known = error instanceof AppError ? error : bodyError(error, MAX_FORM_BYTES);
    const requestId = known.code === 'INTERNAL_ERROR' ? response.locals.requestId : null;
    if (requestId) log.error({ err: error, requestId }, 'Unexpected failure on a connection page');
    response.status(known.status).send(connectionPageError(known.message, requestId));
  };
  router.use('/connect', onError);
  return router;
}

const visitOf = (response: Response): Visit => response.locals.visit;

/** A field of a form; empty when it is not there, or there several times. */
function textOf(body: unknown, name: string): string {
  const value: unknown = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** What the address says was just done. It names an account, so that it puts nobody's words on the page. */
function noticeOf({ connected, disconnected }: Request['query'], accounts: readonly Connection[]): string | null {
  const account = accounts.find(({ platformId }) => platformId === connected);
  if (account) return `${account.username} is connected`;
  return disconnected === undefined ? null : 'The account is disconnected';
}

/** A managed user has no plan to change: whoever sent the link has. */
const inWords = ({ code, message }: AppError): string =>
  code === 'CHANNEL_LIMIT_REACHED' ? `${message}: ask whoever sent you this link to make room for more` : message;
