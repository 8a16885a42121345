/** The pages of the service, and all other routes that respond to a browser, read from the routers themselves. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Router } from 'express';
import { makeHealthRouter } from '../../src/api/health.js';
import { makePageStyleRouter } from '../../src/foundation/http/page-style.http.js';

export interface PageRoute {
  method: string;
  /** As Express has it: `/auth/:platform/start`. */
  path: string;
}

/** Routers that are no `*.http.ts`, with the addresses of their pages. */
const ELSEWHERE: Record<string, readonly PageRoute[]> = {
  'src/api/dashboard.ts': ['/', '/sign-in', '/posts/:postGroupId'].map((path) => ({ method: 'get', path })),
  'src/api/graphiql.ts': [{ method: 'get', path: '/graphiql' }],
  'rest-compat/api-docs.ts': ['/api/v1/docs', '/api/v1/docs/page.js', '/api/v1/docs/swagger-ui.css'].map((path) => ({
    method: 'get',
    path,
  })),
  // Not a page: test/mcp tests its bad messages.
  'src/mcp/router.ts': [],
  // Not a page either: test/operator tests who may pass.
  'src/operator/operator.http.ts': [],
  // Files of a build; test/docs/site requests others.
  'src/api/docs-site.http.ts': [],
  'src/foundation/http/page-style.http.ts': routesOf(
    makePageStyleRouter({ name: 'Test', color: '#3b5bdb', logoUrl: null }, null),
  ),
  'src/api/health.ts': routesOf(makeHealthRouter({} as never, { showChecks: false })),
};

const ROUTING = /\b(router|app|Router\(\))\s*\.(get|post|put|patch|delete|all)\(/;

/** Every route of a page. A router that is found nowhere else belongs into a file `*.http.ts`. */
export async function pageRoutes(): Promise<PageRoute[]> {
  const routes: PageRoute[] = Object.values(ELSEWHERE).flat();
  for (const name of await readdir('src', { recursive: true })) {
    const file = `src/${name.replaceAll(path.sep, '/')}`;
    if (!file.endsWith('.ts') || file in ELSEWHERE) continue;
    if (file.endsWith('.http.ts')) routes.push(...(await routesOfFile(file)));
    else if (ROUTING.test(await readFile(file, 'utf8'))) {
      throw new Error(`${file} has routes: call it *.http.ts, so that its pages are tested`);
    }
  }
  return routes;
}

/** What a router needs is used when a request comes, and none does. */
const NEEDS: object = new Proxy(() => NEEDS, { get: () => NEEDS });

async function routesOfFile(file: string): Promise<PageRoute[]> {
  const module = await import(pathToFileURL(path.resolve('.build', file.replace(/\.ts$/, '.js'))).href);
  const makers = Object.entries(module).filter(([name]) => /^make\w+Router$/.test(name));
  if (makers.length === 0) throw new Error(`${file} exports no make…Router`);
  return makers.flatMap(([, make]) => routesOf((make as (needs: object) => Router)(NEEDS), module.OBJECTS_PATH ?? ''));
}

/** The routes of a router. A pattern matches all paths below the path at which the router is mounted. */
function routesOf(router: Router, mountedAt = ''): PageRoute[] {
  return router.stack.flatMap(({ route }) =>
    route
      ? Object.keys((route as unknown as { methods: object }).methods).map((method) => ({
          method,
          path: mountedAt + (typeof route.path === 'string' ? route.path : '/:objectKey'),
        }))
      : [],
  );
}
