import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { expressMiddleware } from '@as-integrations/express5';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { API_DOOR, DASHBOARD_DOOR } from '../../rest-compat/doors.js';
import { makeRateLimit } from '../../rest-compat/rate-limit.js';
import { makeRestRouter } from '../../rest-compat/router.js';
import type { Authentication } from '../access/authenticate.use-case.js';
import { networkOf } from '../access/sign-in-throttle.repository.js';
import { accessHeaders } from '../access/viewer.js';
import type { HttpConfig } from '../config/config.js';
import { bodyError } from '../errors/body-error.js';
import { makeApollo } from '../graphql/apollo.js';
import { type MakeContext, once } from '../graphql/context.js';
import type { SocketLimits } from '../graphql/socket-limits.js';
import type { OpenSession } from '../graphql/socket-session.js';
import { serveWebSocket } from '../graphql/web-socket.js';
import { makeApiDocs } from './api-docs.js';
import { browserSession } from './browser-session.js';
import { clientAddress } from './client-address.js';
import { apiCors, dashboardCors, trustedCookies } from './cors.js';
import { decodablePath } from './decodable-path.js';
import { serveUntilClosed } from './graceful-close.js';
import { answerUnreadable } from './unreadable-request.js';

export const GRAPHQL_PATH = '/graphql';
export const GRAPHIQL_PATH = '/graphiql';
export const REST_PATH = API_DOOR.prefix;

/** Less than what a whole process has to stop. */
const CLOSE_TIMEOUT_MS = 20_000;

export interface HttpServerNeeds extends Omit<HttpConfig, 'host' | 'port' | 'publicUrl'> {
  schema: GraphQLSchema;
  authentication: Authentication;
  makeContext: MakeContext;
  openSession: OpenSession;
  socketLimits: SocketLimits;
  /** Where people reach the service; known once it listens. */
  publicUrl: () => string;
  /** Further routes: the objects of the disk, and the page on which a managed user connects accounts. */
  pages: Router[];
  health: Router;
  /** When `close` cuts off what is still under way. */
  closeTimeoutMs?: number;
  log: Logger;
}

export interface HttpServer {
  /** Not listening yet. */
  server: Server;
  /**
   * Takes no more connections, ends web sockets (1001, going away), answers the requests that are in, and cuts off what
   * takes longer than `closeTimeoutMs`. No request is worked on once it resolves.
   */
  close(): Promise<void>;
}

/** Everything that the service answers over HTTP and web sockets. */
export async function makeHttpServer(needs: HttpServerNeeds): Promise<HttpServer> {
  const { schema, authentication, makeContext, maxBodyBytes, rateLimitPerMinute, log } = needs;
  const app = express();
  // Without this, Express's own error pages show stacks.
  app.set('env', 'production');
  app.disable('x-powered-by');
  // A hash of every answer, for caches that an API with keys does not have.
  app.disable('etag');
  app.set('trust proxy', needs.trustedProxies);
  // A large file over a slow line takes longer than the five minutes that Node gives a request by default.
  const server = createServer({ requestTimeout: 3_600_000 });
  const { drainMs, closeTimeoutMs: timeoutMs = CLOSE_TIMEOUT_MS } = needs;
  const closeServer = serveUntilClosed(server, app, { drainMs, timeoutMs });
  answerUnreadable(server);
  const apollo = makeApollo({ schema, log });
  await apollo.start();
  const rest = { schema, makeContext, maxBodyBytes, log };
  /** Whose pages may use a session: ours, and those that the operator names. */
  const origins = () => [new URL(needs.publicUrl()).origin, ...needs.corsOrigins];
  const sockets = serveWebSocket({
    schema,
    httpServer: server,
    path: GRAPHQL_PATH,
    authenticate: authentication.byAny,
    openSession: needs.openSession,
    limits: needs.socketLimits,
    makeContext,
    addressOf: (request) => networkOf(clientAddress(request, needs.trustedProxies)),
    cookiesOf: (request) => trustedCookies(request, origins()),
    log,
  });

  app.use((_request, response, next) => {
    response.locals.requestId = randomUUID();
    response.set('X-Request-Id', response.locals.requestId);
    next();
  });
  app.use(decodablePath);
  app.use(needs.health);
  if (needs.graphiql) serveGraphiql(app);
  app.use(
    GRAPHQL_PATH,
    dashboardCors(origins),
    express.json({ limit: maxBodyBytes }),
    expressMiddleware(apollo, {
      context: async ({ req, res }) =>
        makeContext({
          requestId: res.locals.requestId,
          viewer: once(() => authentication.byAny(accessHeaders(req.headers))),
          browser: browserSession(req, res, needs.publicUrl()),
        }),
    }),
    graphqlBodyError(maxBodyBytes, log),
  );
  app.use(REST_PATH, apiCors());
  app.use(makeApiDocs(REST_PATH, [API_DOOR, DASHBOARD_DOOR]));
  app.use(
    REST_PATH,
    makeRestRouter({
      routes: API_DOOR.routes,
      authenticate: authentication.byKey,
      ...(rateLimitPerMinute !== null && { limitRate: makeRateLimit(rateLimitPerMinute) }),
      ...rest,
    }),
  );
  for (const page of needs.pages) app.use(page);
  app.use(
    dashboardCors(origins),
    makeRestRouter({ routes: DASHBOARD_DOOR.routes, authenticate: authentication.bySession, ...rest }),
  );

  return {
    server,
    async close() {
      await Promise.all([sockets.close(), closeServer()]);
      await apollo.stop();
    },
  };
}

/**
 * GraphiQL from its package: one page, no outside address; subscriptions over graphql-ws. The package sends the Headers
 * editor's content with queries only, and takes its options as JSON, so the function that sends them as
 * connectionParams too is put into the page here. It reads them where GraphiQL keeps them, in the browser.
 */
function serveGraphiql(app: Express): void {
  const headersFromEditor = `() => JSON.parse(localStorage.getItem('graphiql:headers') || '{}')`;
  const options = {
    title: 'Social publishing',
    endpoint: GRAPHQL_PATH,
    subscriptionsProtocol: 'WS' as const,
    shouldPersistHeaders: true,
    headers: JSON.stringify({ 'x-api-key': '' }, null, 2),
    defaultQuery: '{\n  viewer {\n    displayName\n    connections { platformId username }\n  }\n}\n',
    connectionParams: 'HEADERS_FROM_EDITOR',
  };
  const page = renderGraphiQL(options).replace('"HEADERS_FROM_EDITOR"', headersFromEditor);
  app.get(GRAPHIQL_PATH, (_request, response) => {
    response.type('html').send(page);
  });
}

/** A body that cannot be read never reaches Apollo; its error has GraphQL's shape all the same. */
const graphqlBodyError =
  (maxBodyBytes: number, log: Logger): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const known = bodyError(error, maxBodyBytes);
    const { requestId } = response.locals;
    if (known.code === 'INTERNAL_ERROR') log.error({ err: error, requestId }, 'Unexpected failure before an operation');
    response.status(known.status).json({
      errors: [{ message: known.message, extensions: { ...known.details, code: known.code } }],
      extensions: { requestId },
    });
  };
