import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { MakeContext } from '../src/api/context.js';
import { jsonChunks, readerOf } from '../src/api/response-stream.js';
import type { AuthenticateFrom } from '../src/domain/identity/access/authenticate.use-case.js';
import { accessHeaders, type Viewer } from '../src/domain/identity/access/viewer.js';
import { STREAM_ABOVE, type Texts } from '../src/domain/posts/reading/texts.io.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import { bodyError } from '../src/foundation/errors/body-error.js';
import { logFailure } from '../src/foundation/errors/temporary-failure.js';
import { noteRequest, type RequestFacts } from '../src/foundation/http/request-log.js';
import { type RateLimitState, rateLimited, rateLimitHeaders } from '../src/foundation/request-limits/rate-limiter.js';
import { type AnyRoute, errorResponse, type RouteResponse } from './route.js';

export interface RestNeeds {
  routes: readonly AnyRoute[];
  schema: GraphQLSchema;
  /** Authenticates a request of this API. */
  authenticate: AuthenticateFrom;
  /** Counts a request of a caller; undefined: no limit. */
  limitRate?: (viewer: Viewer) => Promise<RateLimitState>;
  makeContext: MakeContext;
  /** Runs an operation that a stop waits for. */
  runOperation: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Reads a body of JSON in time. */
  readBody: { json(options: { limit: number; strict: boolean; exactNumbers?: boolean }): RequestHandler };
  maxBodyBytes: number;
  log: Logger;
}

/**
 * The routes of one API. Each route: the access checks (before the body is read: 401 beats 400), the body where it
 * takes one, the operation. An unknown path or method passes through to Express's own 404.
 */
export function makeRestRouter(needs: RestNeeds): Router {
  const { routes, schema, authenticate, limitRate, makeContext, runOperation, maxBodyBytes, log } = needs;
  const router = Router();

  const access: RequestHandler = async (request, response, next) => {
    const viewer = await authenticate(accessHeaders(request.headers), request.ip ?? '');
    const limit = await limitRate?.(viewer);
    if (limit) {
      response.set(rateLimitHeaders(limit));
      if (!limit.allowed) throw rateLimited(limit.resetsInSeconds);
    }
    response.locals.viewer = viewer;
    noteRequest(response, { userId: viewer.userId });
    next();
  };
  const body = { limit: maxBodyBytes, strict: false };
  const readJson = needs.readBody.json(body);
  const readExactly = needs.readBody.json({ ...body, exactNumbers: true });

  const handle =
    (row: AnyRoute): RequestHandler =>
    async ({ params, query, body, headers }, response) => {
      const { requestId, viewer } = response.locals as { requestId: string; viewer: Viewer };
      const reader = readerOf(response);
      const viewerOf = () => Promise.resolve(viewer);
      const note = (facts: RequestFacts) => noteRequest(response, facts);
      const context = makeContext({ requestId, viewer: viewerOf, browser: null, reader, pieces: null, note });
      const request = { params, query, body: asObject(body), headers };
      const result = await runOperation(() => row.respond(request, context, schema, log));
      if (context.texts.bytes() > STREAM_ABOVE) await stream(response, result, context.texts);
      else send(response, result);
    };

  for (const row of routes) {
    const readers = row.doc.body ? [row.exactNumbers ? readExactly : readJson] : [];
    router[row.method](row.path, access, ...readers, handle(row));
  }

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    const known = error instanceof AppError ? error : bodyError(error, maxBodyBytes);
    const { requestId } = response.locals;
    logFailure(log, { error, shown: known, requestId }, 'Unexpected failure before a route');
    send(response, errorResponse(known));
  };
  router.use(onError);
  return router;
}

function send(response: Response, { status, body, headers, code }: RouteResponse): void {
  if (code) noteRequest(response, { codes: [code] });
  // `json` would respond 304 without a body to a GET with `If-None-Match: *`.
  response.status(status).set(headers).type('json').end(JSON.stringify(body));
}

async function stream(response: Response, { status, body, headers }: RouteResponse, texts: Texts): Promise<void> {
  response.status(status).set(headers).type('json');
  for await (const piece of texts.write(jsonChunks(body, response))) response.write(piece);
  response.end();
}

const asObject = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
