import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { contentSecurityPolicy } from '../src/foundation/http/security-headers.js';
import { openApi } from './openapi.js';
import type { RestSurface } from './rest-surface.js';

export const API_INFO = {
  title: 'Social publishing service',
  version: '1',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  description: `
One call publishes one piece of content to many social platforms, now or at a set time.

- Errors are \`{"error": "…"}\`, with the messages listed for each response; plan limits add further fields.
- Every response carries \`X-Request-Id\`: quote it when you ask for support.
- Where the operator limits requests, responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
  \`RateLimit-Reset\` (seconds). Requests over a limit get a 429 with \`Retry-After\`.
- The API is for servers: CORS does not allow \`x-api-key\` from other sites.
- The operations under *Dashboard* use the dashboard session instead of an API key.`,
};

/** Assets of the page, served from its package: nothing is loaded from other hosts. */
const PACKAGE = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist')));
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const CACHED = 'public, max-age=3600';

const POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

const page = (docs: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>REST API: ${API_INFO.title}</title>
    <link rel="icon" href="${docs}/favicon-32x32.png">
    <link rel="stylesheet" href="${docs}/swagger-ui.css">
  </head>
  <body>
    <main id="api"></main>
    <script src="${docs}/swagger-ui-bundle.js"></script>
    <script src="${docs}/page.js"></script>
  </body>
</html>
`;

/** A separate file, because the policy blocks inline scripts. */
const script = (document: string) =>
  `SwaggerUIBundle({ url: '${document}', dom_id: '#api', deepLinking: true, validatorUrl: 'none' });\n`;

/** Serves openapi.json and the REST documentation under this path; no key is required. */
export function makeApiDocs(prefix: string, surfaces: readonly RestSurface[]): Router {
  const [document, docs] = [`${prefix}/openapi.json`, `${prefix}/docs`];
  // Made when it is first read: few processes serve it.
  let json: string | undefined;
  const router = Router();
  router.get(document, (_request, response) => {
    json ??= JSON.stringify(openApi(surfaces, API_INFO));
    response.type('json').send(json);
  });
  router.get(docs, (_request, response) => {
    response.set('Content-Security-Policy', POLICY).type('html').send(page(docs));
  });
  router.get(`${docs}/page.js`, (_request, response) => {
    response.set('Cache-Control', CACHED).type('js').send(script(document));
  });
  for (const file of ASSETS) {
    router.get(`${docs}/${file}`, (_request, response) => {
      response.set('Cache-Control', CACHED).sendFile(file, { root: PACKAGE });
    });
  }
  return router;
}
