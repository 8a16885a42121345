import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { Brand } from '../foundation/http/brand.js';
import { contentSecurityPolicy } from '../foundation/http/security-headers.js';
import { HOUR_SECONDS } from '../foundation/time/durations.js';
import { brandedIcon, brandedPage, brandedWorker, webManifest } from './brand.js';
import { builtFiles, PERMANENT } from './built-files.js';

/** Where the build writes files that browsers may cache permanently: their names contain a hash of the content. */
const ASSETS = 'assets';
/** Icons, whose names stay the same. */
const ICONS = 'brand';

/** At the root: it is for all pages. */
const SERVICE_WORKER = '/service-worker.js';

/** A change of the configuration is seen soon. */
const SHORT = `public, max-age=${HOUR_SECONDS}`;

export interface DashboardNeeds {
  /** What tools/install-dashboard.mjs made. */
  folder: string;
  brand: Brand;
  /** Where browsers read and upload files; it may be another host than that of the page. */
  mediaOrigins: () => Promise<string[]>;
}

/** Scripts of this service only. The components add style elements, which carry a nonce of the response. */
const policy = (nonce: string, mediaOrigins: string, logoOrigin: string): string =>
  contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data: blob: ${mediaOrigins} ${logoOrigin}`.trim(),
    'media-src': `'self' blob: ${mediaOrigins}`,
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': `'self' ${mediaOrigins}`,
    'form-action': "'self'",
  });

/** The dashboard: a page that is the same for all of its paths, and its assets. Any other path is left to the routes after it. */
export function makeDashboard({ folder, brand, mediaOrigins }: DashboardNeeds): Router {
  const page = brandedPage(readFileSync(path.join(folder, 'index.html'), 'utf8'), brand);
  const icon = brandedIcon(readFileSync(path.join(folder, ICONS, 'icon.svg'), 'utf8'), brand);
  const worker = brandedWorker(readFileSync(path.join(folder, SERVICE_WORKER), 'utf8'), brand);
  const manifest = JSON.stringify(webManifest(brand));
  const logoOrigin = brand.logoUrl ? new URL(brand.logoUrl).origin : '';
  const views: string[] = JSON.parse(readFileSync(path.join(folder, 'paths.json'), 'utf8'));
  const router = Router();
  router.use(`/${ASSETS}`, builtFiles(path.join(folder, ASSETS), PERMANENT));
  router.get(`/${ICONS}/icon.svg`, (_, response) => {
    response.set('Cache-Control', SHORT).type('svg').send(icon);
  });
  router.use(`/${ICONS}`, builtFiles(path.join(folder, ICONS), SHORT));
  router.get(SERVICE_WORKER, (_, response) => {
    response
      // Browsers look for changes when a page is opened.
      .set({
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': contentSecurityPolicy({ 'connect-src': "'self'" }),
      })
      .type('js')
      .send(worker);
  });
  router.get('/manifest.webmanifest', (_, response) => {
    response.set('Cache-Control', SHORT).type('application/manifest+json').send(manifest);
  });
  router.get(
    ['/', ...views.flatMap((view) => [`/${view}`, `/${view}/*rest`])],
    async ({ protocol, host, path: address }, response) => {
      const nonce = randomBytes(16).toString('base64');
      const others = (await mediaOrigins()).filter((origin) => origin !== `${protocol}://${host}`);
      response
        .vary('Accept')
        // Pages of an account, and pages whose address is a secret.
        .set(address === '/' ? {} : { 'X-Robots-Tag': 'noindex' })
        .set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy(nonce, others.join(' '), logoOrigin) })
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
