/** Binds a login to a browser with a cookie. */
import { randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import type { BeginLogin, BeginLoginInput } from './begin-login.use-case.js';
import { LOGIN_MS } from './login.js';

const COOKIE = 'service_login';

/** The login cookie of a browser; null if there is none. */
export const browserOf = (request: Request): string | null => parseCookie(request.headers.cookie ?? '')[COOKIE] || null;

export type BeginLoginInBrowser = (
  request: Request,
  response: Response,
  owner: ConnectionOwner,
  input: Omit<BeginLoginInput, 'browser'>,
) => Promise<void>;

/** Starts a login and redirects the browser to the platform. Concurrent logins share the cookie. */
export const makeBeginLoginInBrowser =
  ({ beginLogin, publicUrl }: { beginLogin: BeginLogin; publicUrl: () => string }): BeginLoginInBrowser =>
  async (request, response, owner, input) => {
    const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
    const url = await beginLogin(owner, { ...input, browser });
    const secure = request.secure || publicUrl().startsWith('https:');
    // Lax: the cookie must be sent on the redirect back from the platform.
    response.cookie(COOKIE, browser, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: LOGIN_MS });
    response.redirect(303, url);
  };
