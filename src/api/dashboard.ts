import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { contentSecurityPolicy } from '../foundation/http/security-headers.js';
import { YEAR_SECONDS } from '../foundation/time/durations.js';

/** Where the build writes files that browsers may cache permanently: their names contain a hash of the content. */
const ASSETS = 'assets';

export interface DashboardNeeds {
  /** What tools/install-dashboard.mjs made. */
  folder: string;
  /** Where browsers read and upload files; it may be another host than that of the page. */
  mediaOrigins: () => Promise<string[]>;
}

/** Scripts of this service only. The components add style elements, which carry a nonce of the response. */
const policy = (nonce: string, mediaOrigins: string): string =>
  contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data: blob: ${mediaOrigins}`,
    'media-src': `'self' blob: ${mediaOrigins}`,
    'font-src': "'self'",
    'connect-src': `'self' ${mediaOrigins}`,
    'form-action': "'self'",
  });

/** The dashboard: a page that is the same for all of its paths, and its assets. Any other path is left to the routes after it. */
export function makeDashboard({ folder, mediaOrigins }: DashboardNeeds): Router {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const views: string[] = JSON.parse(readFileSync(path.join(folder, 'paths.json'), 'utf8'));
  const router = Router();
  router.use(
    `/${ASSETS}`,
    expressStaticGzip(path.join(folder, ASSETS), {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: {
        redirect: false,
        // A part of a compressed file is of no use to a browser.
        acceptRanges: false,
        setHeaders: (response) =>
          void response.setHeader('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`),
      },
    }),
  );
  router.get(
    ['/', ...views.flatMap((view) => [`/${view}`, `/${view}/*rest`])],
    async ({ protocol, host }, response) => {
      const nonce = randomBytes(16).toString('base64');
      const others = (await mediaOrigins()).filter((origin) => origin !== `${protocol}://${host}`);
      response
        .vary('Accept')
        .set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy(nonce, others.join(' ')) })
        .type('html')
        .send(page.replaceAll('{{nonce}}', nonce));
    },
  );
  return router;
}

/**
 * The dashboard for a browser that opens an address, before the routes of REST: both have `/webhooks`
 * [webhooks/dashboard-page]. What fetches from
 * there accepts any type, or JSON.
 */
export const whenOpened =
  (dashboard: Router): RequestHandler =>
  (request, response, next) =>
    request.accepts(['json', 'html']) === 'html' ? dashboard(request, response, next) : next();
