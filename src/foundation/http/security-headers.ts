import type { Request, RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';
import { YEAR_SECONDS } from '../time/durations.js';

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

/** A Content-Security-Policy of these directives; everything else, and every frame, is blocked. */
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

/**
 * The headers of every response: no scripts, no framing, no MIME sniffing, no caching and no referrer. A page overrides
 * the policy with its own, and a cacheable file sets its own `Cache-Control`. HSTS is sent if the public URL is https.
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
