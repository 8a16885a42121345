import { type Request, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ErrorCode } from '../../foundation/errors/catalogue.js';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { ACCOUNT_PAGES, confirmEmailPath, resetPasswordPath } from './account/account-page.js';
import { confirmEmailPage, emailConfirmedPage, passwordSetPage, resetPasswordPage } from './account-page.html.js';
import type { ConfirmEmail } from './confirm-email.use-case.js';
import type { FindConfirmation } from './find-confirmation.use-case.js';
import type { FindPasswordReset } from './find-password-reset.use-case.js';
import type { ResetPassword } from './reset-password.use-case.js';

type LinkRequest = Request<{ token: string }>;

/** The link can be retried with another password. */
const REFUSED_PASSWORD: ReadonlySet<ErrorCode> = new Set(['PASSWORD_INVALID', 'PASSWORD_WEAK']);

const passwordIn = (body: unknown): string => {
  const { password } = Object(body);
  return typeof password === 'string' ? password : '';
};

/** Pages linked from e-mails. They need no session and start none. */
export function makeAccountPageRouter(needs: {
  readForm: RequestHandler;
  findConfirmation: FindConfirmation;
  confirmEmail: ConfirmEmail;
  findPasswordReset: FindPasswordReset;
  resetPassword: ResetPassword;
  log: Logger;
}): Router {
  const { readForm, findConfirmation, confirmEmail, findPasswordReset, resetPassword, log } = needs;
  const router = Router();

  // The page's URL is a secret, so no referrer is sent.
  const noReferrer: RequestHandler = (_request, response, next) => {
    response.set('Referrer-Policy', 'no-referrer');
    next();
  };
  router.use(ACCOUNT_PAGES, pageHeaders, noReferrer, readForm);

  const confirmPath = confirmEmailPath(':token');
  router.get(confirmPath, async ({ params: { token } }: LinkRequest, response) => {
    response.send(confirmEmailPage(confirmEmailPath(token), await findConfirmation(token), null));
  });
  router.post(confirmPath, async ({ params: { token }, body }: LinkRequest, response) => {
    const confirmation = await findConfirmation(token);
    try {
      await confirmEmail({ token, password: passwordIn(body) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CURRENT_PASSWORD_WRONG') throw error;
      const refused = 'That is not the password chosen at sign-up.';
      response.status(error.status).send(confirmEmailPage(confirmEmailPath(token), confirmation, refused));
      return;
    }
    response.send(emailConfirmedPage(confirmation.email));
  });

  const resetPath = resetPasswordPath(':token');
  router.get(resetPath, async ({ params: { token } }: LinkRequest, response) => {
    const { email } = await findPasswordReset(token);
    response.send(resetPasswordPage(resetPasswordPath(token), email, null));
  });
  router.post(resetPath, async ({ params: { token }, body }: LinkRequest, response) => {
    const { email } = await findPasswordReset(token);
    const newPassword = passwordIn(body);
    try {
      await resetPassword({ token, newPassword });
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSED_PASSWORD.has(error.code)) throw error;
      response.status(error.status).send(resetPasswordPage(resetPasswordPath(token), email, error.message));
      return;
    }
    response.send(passwordSetPage(email));
  });

  router.use(pageErrors(log));
  return router;
}
