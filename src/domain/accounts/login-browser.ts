/** The browser in which a login goes on: it is known again by a cookie. */
import { randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import type { BeginLogin, BeginLoginInput } from './begin-login.use-case.js';
import { LOGIN_MS } from './login.js';

const COOKIE = 'service_login';

/** The cookie of a browser that has begun a login; null for another. */
export const browserOf = (request: Request): string | null => parseCookie(request.headers.cookie ?? '')[COOKIE] || null;

export type BeginLoginInBrowser = (
  request: Request,
  response: Response,
  owner: ConnectionOwner,
  input: Omit<BeginLoginInput, 'browser'>,
) => Promise<void>;

/** Begins a login and leads the browser to the platform. Logins that are begun side by side share the cookie. */
export const makeBeginLoginInBrowser =
  ({ beginLogin, publicUrl }: { beginLogin: BeginLogin; publicUrl: () => string }): BeginLoginInBrowser =>
  async (request, response, owner, input) => {
    const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
    const url = await beginLogin(owner, { ...input, browser });
    const secure = request.secure || publicUrl().startsWith('https:');
    // Lax: the platform's page leads back here, and that is when the cookie is wanted.
    response.cookie(COOKIE, browser, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: LOGIN_MS });
    response.redirect(303, url);
  };
