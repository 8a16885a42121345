import { Router } from 'express';
import type { GuardedAuthentication } from '../src/domain/identity/access/limit-wrong-keys.use-case.js';
import { apiCors } from '../src/foundation/http/cors.js';
import type { RateLimiter } from '../src/foundation/request-limits/rate-limiter.js';
import { makeApiDocs } from './api-docs.js';
import { API_SURFACE, DASHBOARD_SURFACE } from './rest-surface.js';
import { makeRestRouter, type RestNeeds } from './router.js';

export const REST_PATH = API_SURFACE.prefix;

export interface Rest {
  /** `/api/v1`, and what describes it. */
  api: Router;
  /** The dashboard's routes; the caller adds CORS for its origins. */
  dashboard: Router;
}

/** The REST compatibility layer, on the resolvers of the schema. */
export function makeRest({
  authentication,
  limitRest,
  ...needs
}: Omit<RestNeeds, 'routes' | 'authenticate' | 'limitRate'> & {
  authentication: GuardedAuthentication;
  /** Of `/api/v1`. */
  limitRest: RateLimiter;
}): Rest {
  const api = Router()
    .use(REST_PATH, apiCors())
    .use(makeApiDocs(REST_PATH, [API_SURFACE, DASHBOARD_SURFACE]))
    .use(
      REST_PATH,
      makeRestRouter({
        routes: API_SURFACE.routes,
        authenticate: authentication.byKey,
        limitRate: ({ ownerId }) => limitRest(`rest:${ownerId}`, 1),
        ...needs,
      }),
    );
  const dashboard = makeRestRouter({
    routes: DASHBOARD_SURFACE.routes,
    authenticate: authentication.bySession,
    ...needs,
  });
  return { api, dashboard };
}
