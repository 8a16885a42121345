import type { CookieOptions, Request, Response } from 'express';
import { accessHeaders, SESSION_COOKIE } from '../access/viewer.js';
import type { BrowserSession } from '../graphql/context.js';

/**
 * The session's cookie: out of reach of scripts, not sent with requests that other sites make (but for links to us),
 * and only over TLS where there is TLS.
 */
export function browserSession(request: Request, response: Response, publicUrl: string): BrowserSession {
  const secure = request.secure || publicUrl.startsWith('https:');
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  return {
    address: request.ip ?? 'unknown',
    token: accessHeaders(request.headers).sessionToken,
    begin: ({ token, expiresAt }) => response.cookie(SESSION_COOKIE, token, { ...options, expires: expiresAt }),
    end: () => response.clearCookie(SESSION_COOKIE, options),
  };
}
