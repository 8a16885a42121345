import { Router } from 'express';
import { contentSecurityPolicy } from '../foundation/http/security-headers.js';

export const GRAPHIQL_PATH = '/graphiql';

/** The editor (Monaco) uses inline styles and data URIs for its icons. */
const POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
});

const page = (favicon: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Social publishing</title>
    <link rel="icon" href="${favicon}">
    <link rel="stylesheet" href="${GRAPHIQL_PATH}/graphiql.css">
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="${GRAPHIQL_PATH}/graphiql.js"></script>
    <script src="${GRAPHIQL_PATH}/page.js"></script>
  </body>
</html>
`;

/**
 * Starts GraphiQL. Queries send the content of the Headers editor automatically; subscriptions get it as
 * connectionParams, from GraphiQL's storage in the browser.
 */
const script = (endpoint: string) => `
const workers = { editorWorkerService: 'editor', json: 'json', graphql: 'graphql' };
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => '${GRAPHIQL_PATH}/' + workers[label] + '.worker.js',
};
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  title: 'Social publishing',
  endpoint: '${endpoint}',
  subscriptionsProtocol: 'WS',
  shouldPersistHeaders: true,
  headers: ${JSON.stringify(JSON.stringify({ 'x-api-key': '' }, null, 2))},
  defaultQuery: ${JSON.stringify('{\n  viewer {\n    displayName\n    connections { platformId username }\n  }\n}\n')},
  connectionParams: () => JSON.parse(localStorage.getItem('graphiql:headers') || '{}'),
});
`;

/** GraphiQL served from its package: nothing is loaded from other hosts, and there are no inline scripts. */
export function makeGraphiql(endpoint: string): Router {
  const router = Router();
  router.get(GRAPHIQL_PATH, async (_request, response) => {
    const { favicon } = await loadPackage();
    response.set('Content-Security-Policy', POLICY).type('html').send(page(favicon));
  });
  const serve = (name: string, content: () => Promise<string>) =>
    router.get(`${GRAPHIQL_PATH}/${name}`, async (_request, response) => {
      response
        .set('Cache-Control', 'public, max-age=3600')
        .type(name)
        .send(await content());
    });
  serve('graphiql.css', async () => (await loadPackage()).css);
  serve('graphiql.js', async () => (await loadPackage()).js);
  serve('page.js', async () => script(endpoint));
  serve('editor.worker.js', async () => (await loadPackage()).editorWorkerService);
  serve('json.worker.js', async () => (await loadPackage()).jsonWorker);
  serve('graphql.worker.js', async () => (await loadPackage()).graphqlWorker);
  return router;
}

/** With the first request: the package is one module of nine megabytes. */
const loadPackage = () => import('@graphql-yoga/render-graphiql/graphiql');
