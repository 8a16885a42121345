import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Authenticate } from '../src/access/authenticate.use-case.js';
import { accessHeaders, type Viewer } from '../src/access/viewer.js';
import { AppError } from '../src/errors/app-error.js';
import { bodyError } from '../src/errors/body-error.js';
import type { MakeContext } from '../src/graphql/context.js';
import { type AnyRoute, errorAnswer, type RouteAnswer } from './route.js';

export interface RestNeeds {
  routes: readonly AnyRoute[];
  schema: GraphQLSchema;
  /** The way in at this door. */
  authenticate: Authenticate;
  /** Throws when a caller asks too often. */
  limitRate?: (viewer: Viewer) => Promise<void>;
  makeContext: MakeContext;
  /** Reads a body of JSON in time. */
  readBody: { json(options: { limit: number; strict: boolean }): RequestHandler };
  maxBodyBytes: number;
  log: Logger;
}

/**
 * The routes of one door. Each route: the access checks (before the body is read: 401 beats 400), the body where it takes
 * one, the operation. An unknown path or method passes through to Express's own 404.
 */
export function makeRestRouter(needs: RestNeeds): Router {
  const { routes, schema, authenticate, limitRate, makeContext, maxBodyBytes, log } = needs;
  const router = Router();

  const access: RequestHandler = async (request, response, next) => {
    const viewer = await authenticate(accessHeaders(request.headers));
    await limitRate?.(viewer);
    response.locals.viewer = viewer;
    next();
  };
  const readJson = needs.readBody.json({ limit: maxBodyBytes, strict: false });

  const handle =
    (row: AnyRoute): RequestHandler =>
    async ({ params, query, body, headers }, response) => {
      const { requestId, viewer } = response.locals as { requestId: string; viewer: Viewer };
      const context = makeContext({ requestId, viewer: () => Promise.resolve(viewer), browser: null });
      const request = { params, query, body: asObject(body), headers };
      send(response, await row.answer(request, context, schema, log));
    };

  for (const row of routes) {
    router[row.method](row.path, access, ...(row.doc.body ? [readJson] : []), handle(row));
  }

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    const known = error instanceof AppError ? error : bodyError(error, maxBodyBytes);
    if (known.code === 'INTERNAL_ERROR') {
      log.error({ err: error, requestId: response.locals.requestId }, 'Unexpected failure before a route');
    }
    send(response, errorAnswer(known));
  };
  router.use(onError);
  return router;
}

function send(response: Response, { status, body, headers }: RouteAnswer): void {
  // `json` would answer 304 without a body to a GET with `If-None-Match: *`.
  response.status(status).set(headers).type('json').end(JSON.stringify(body));
}

const asObject = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
