import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { html, page, pageHeaders } from '../foundation/http/page.js';
import { contentSecurityPolicy } from '../foundation/http/security-headers.js';
import { builtFiles, PERMANENT } from './built-files.js';

export const DOCS_PATH = '/docs';

/** How soon a page that waits for the build is loaded again. */
const RELOAD_SECONDS = 3;

export interface DocsNeeds {
  /** What tools/docs made: pages, assets, and `pages.json` with the file of each path. */
  folder: string;
  /** Builds the site if it is missing or out of date; null: the operator builds it. */
  build: (() => Promise<void>) | null;
  log: Logger;
}

/** Its scripts and styles only. Icons are data URIs. */
const POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
});

/**
 * The documentation site. With `build`, the first request starts the build, so that it costs nobody who does not read
 * the pages; until it has ended, the previous site is served, or a page that loads itself again. A path that the site
 * does not have is its page 404. Without a site, requests are left to the routes after it.
 */
export function makeDocs({ folder, build, log }: DocsNeeds): Router {
  // Opened when it is first read: few processes serve it.
  let site: RequestHandler | null | undefined;
  let state: 'as found' | 'building' | 'built' | 'failed' = 'as found';
  async function rebuild(now: () => Promise<void>): Promise<void> {
    state = 'building';
    try {
      await now();
      site = openSite(folder);
      state = 'built';
    } catch (error) {
      log.error({ err: error }, 'The documentation could not be built');
      state = 'failed';
    }
  }
  return Router().use(DOCS_PATH, (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (site === undefined) site = openSite(folder);
    if (build && state === 'as found') void rebuild(build);
    if (site) return site(request, response, next);
    if (state === 'building') return pageHeaders(request, response, () => sendWait(response));
    if (state === 'failed') return pageHeaders(request, response, () => sendFailure(response));
    next();
  });
}

const sendWait = (response: Response) =>
  response
    .status(503)
    .set({ 'Retry-After': String(RELOAD_SECONDS), Refresh: String(RELOAD_SECONDS) })
    .type('html')
    .send(
      page(
        'Documentation',
        html`<h1>Documentation</h1>
<p>The pages are being built, once. This takes less than a minute.</p>`,
      ),
    );

const sendFailure = (response: Response) =>
  response
    .status(503)
    .type('html')
    .send(
      page(
        'Documentation',
        html`<h1>Documentation</h1>
<p>The pages could not be built. <code>npm run build:docs</code> shows why.</p>`,
      ),
    );

/** The router of a built site; null if there is none. */
function openSite(folder: string): RequestHandler | null {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  let files: Map<string, string>;
  let missing: string;
  try {
    files = new Map(Object.entries(JSON.parse(read('pages.json'))));
    missing = read('404.html');
  } catch {
    return null;
  }
  // It reads only files that the build lists.
  const pages = builtFiles(folder, 'no-cache');
  return Router()
    .use('/assets', builtFiles(path.join(folder, 'assets'), PERMANENT))
    .use((request, response) => {
      const [address = ''] = request.originalUrl.split('?');
      const wanted = address.slice(DOCS_PATH.length);
      const file = files.get(wanted);
      response.set('Content-Security-Policy', POLICY);
      // Without the slash, its relative links would lead elsewhere.
      if (files.has(`${wanted}/`)) return response.redirect(`${address}/`);
      if (file === undefined) return response.status(404).set('Cache-Control', 'no-cache').type('html').send(missing);
      request.url = `/${file}`;
      pages(request, response, () => response.sendStatus(404));
    });
}
