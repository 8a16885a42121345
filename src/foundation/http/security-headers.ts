import type { Request, RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';
import { DAY_SECONDS } from '../time/durations.js';

/** Browser features that no page of the service uses. */
const PERMISSIONS = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'publickey-credentials-get',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** A Content-Security-Policy of these directives; whatever they do not name is refused, and so is every frame. */
export const contentSecurityPolicy = (directives: Record<string, string> = {}): string =>
  Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...directives,
  })
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join('; ');

const YEAR_SECONDS = 365 * DAY_SECONDS;

/**
 * The headers of every answer: nothing in it may run, be framed, be taken for another type or be kept by a cache, and
 * no address is told to other sites. A page sets the policy that it needs in place of this one, and a file that may be
 * cached its own `Cache-Control`. HSTS is sent where people reach the service over https.
 */
export function securityHeaders(publicUrl: () => string): RequestHandler[] {
  const hsts = strictTransportSecurity({ maxAge: YEAR_SECONDS, includeSubDomains: false });
  const isHttps = (request: Request) => request.secure || publicUrl().startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    }),
    (request, response, next) => {
      response.set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': contentSecurityPolicy(),
        'Permissions-Policy': PERMISSIONS,
      });
      if (isHttps(request)) hsts(request, response, next);
      else next();
    },
  ];
}
