import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import {
  DEVICE_COOKIE,
  DEVICE_KEPT_MS,
  parseDeviceCookie,
  printDeviceCookie,
} from '../domain/identity/access/device.js';
import { accessHeaders, OPERATOR_COOKIE, SESSION_COOKIE } from '../domain/identity/access/viewer.js';
import type { BrowserSession } from '../domain/identity/graphql/viewer.context.js';
import { storableText } from '../foundation/database/storable-text.js';
import { keepsSession, type SessionPages } from '../foundation/http/cors.js';

/** The session and device cookies: HttpOnly, SameSite as configured, and Secure if the service uses TLS. */
export function browserSession(
  request: Request,
  response: Response,
  { publicUrl, pages, become }: { publicUrl: string; pages: SessionPages } & Pick<BrowserSession, 'become'>,
): BrowserSession {
  const secure = request.secure || publicUrl.startsWith('https:');
  const options: CookieOptions = { httpOnly: true, sameSite: pages.sameSite, secure, path: '/' };
  const { cookie = '', 'user-agent': userAgent } = request.headers;
  const { sessionToken, operatorToken } = accessHeaders(request.headers);
  const endOperator = () => void (operatorToken !== undefined && response.clearCookie(OPERATOR_COOKIE, options));
  return {
    address: request.ip ?? 'unknown',
    userAgent: userAgent === undefined ? null : storableText(userAgent.slice(0, 200)),
    token: sessionToken,
    operatorToken,
    devices: parseDeviceCookie(parseCookie(cookie)[DEVICE_COOKIE]),
    keepsCookies: keepsSession(request, pages),
    begin({ token, expiresAt, devices }) {
      endOperator();
      response.cookie(SESSION_COOKIE, token, { ...options, expires: expiresAt });
      if (devices.length === 0) return;
      response.cookie(DEVICE_COOKIE, printDeviceCookie(devices), { ...options, maxAge: DEVICE_KEPT_MS });
    },
    become,
    end: () => response.clearCookie(SESSION_COOKIE, options),
    // Without an end: if the browser dropped it first, an open page of the account would act as the operator's own.
    beginOperator: (token) => response.cookie(OPERATOR_COOKIE, token, options),
    endOperator,
  };
}
