import { type Request, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { AppError } from '../../foundation/errors/app-error.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { unsubscribedPage, unsubscribePage } from './unsubscribe.html.js';
import { UNSUBSCRIBE_PAGES } from './unsubscribe.js';
import type { Unsubscribe } from './unsubscribe.use-case.js';

type LinkRequest = Request<{ token: string }>;

/** Such a link does not expire, and is not replaced: it was cut off, or its person is gone. */
const inWords = ({ code, message }: AppError): string =>
  code === 'EMAIL_LINK_INVALID'
    ? 'This link does not work. Choose your e-mails in the settings of your notifications'
    : message;

/** The page of the link at the end of e-mails. Mail programs send its form by themselves, for one click (RFC 8058). */
export function makeUnsubscribeRouter(needs: {
  readForm: RequestHandler;
  unsubscribe: Unsubscribe;
  log: Logger;
  /** Whether the service has a dashboard. */
  dashboard: boolean;
}): Router {
  const { readForm, unsubscribe, log, dashboard } = needs;
  const router = Router();
  router.use(UNSUBSCRIBE_PAGES, pageHeaders, readForm);
  router.get(`${UNSUBSCRIBE_PAGES}/:token`, ({ params: { token }, originalUrl }: LinkRequest, response) => {
    response.send(unsubscribePage(originalUrl, unsubscribe.read(token)));
  });
  router.post(`${UNSUBSCRIBE_PAGES}/:token`, async ({ params: { token } }: LinkRequest, response) => {
    response.send(unsubscribedPage(await unsubscribe.carryOut(token), dashboard));
  });
  router.use(pageErrors(log, inWords));
  return router;
}
