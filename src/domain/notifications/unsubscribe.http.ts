import { type Request, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { unsubscribedPage, unsubscribePage } from './unsubscribe.html.js';
import { UNSUBSCRIBE_PAGES } from './unsubscribe.js';
import type { StoppedMails, Unsubscribe } from './unsubscribe.port.js';

type LinkRequest = Request<{ token: string }>;

/** Such a link does not expire, and is not replaced: it was cut off, or its person is gone. */
const inWords = ({ code, message }: AppError): string =>
  code === 'EMAIL_LINK_INVALID'
    ? 'This link does not work. Choose your e-mails in the settings of your notifications'
    : message;

/** The page of the link at the end of e-mails. Mail programs send its form by themselves, for one click (RFC 8058). */
export function makeUnsubscribeRouter(needs: {
  readForm: RequestHandler;
  /** For each sort of e-mails. */
  unsubscribes: readonly Unsubscribe[];
  log: Logger;
  /** Whether the service has a dashboard. */
  dashboard: boolean;
}): Router {
  const { readForm, unsubscribes, log, dashboard } = needs;
  const router = Router();
  router.use(UNSUBSCRIBE_PAGES, pageHeaders, readForm);
  router.get(`${UNSUBSCRIBE_PAGES}/:token`, async ({ params: { token }, originalUrl }: LinkRequest, response) => {
    const mails = await firstOf(unsubscribes, (one) => one.read(token));
    response.send(unsubscribePage(originalUrl, mails));
  });
  router.post(`${UNSUBSCRIBE_PAGES}/:token`, async ({ params: { token } }: LinkRequest, response) => {
    const mails = await firstOf(unsubscribes, (one) => one.carryOut(token));
    response.send(unsubscribedPage(mails, dashboard));
  });
  router.use(pageErrors(log, inWords));
  return router;
}

/** What the one does whose token it is. Error: EMAIL_LINK_INVALID. */
async function firstOf(
  unsubscribes: readonly Unsubscribe[],
  use: (one: Unsubscribe) => Promise<StoppedMails | null>,
): Promise<StoppedMails> {
  for (const one of unsubscribes) {
    const mails = await use(one);
    if (mails) return mails;
  }
  throw new AppError('EMAIL_LINK_INVALID');
}
