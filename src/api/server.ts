import { createServer, type IncomingMessage, type Server } from 'node:http';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { fromRequest } from '../domain/audit/origin.js';
import type { GuardedAuthentication } from '../domain/identity/access/limit-wrong-keys.use-case.js';
import { accessBySession, accessHeaders } from '../domain/identity/access/viewer.js';
import type { UnderWay } from '../foundation/concurrency/under-way.js';
import { bodyError } from '../foundation/errors/body-error.js';
import { logFailure } from '../foundation/errors/temporary-failure.js';
import { extensionsOf } from '../foundation/graphql/present-error.js';
import { makeClientAddress } from '../foundation/http/client-address.js';
import { dashboardCors, type SessionPages, trustedCookies } from '../foundation/http/cors.js';
import { decodablePath } from '../foundation/http/decodable-path.js';
import { cutUnreadBodies, type ReadBody } from '../foundation/http/read-body.js';
import { noteRequest, type RequestLine, requestLog } from '../foundation/http/request-log.js';
import { securityHeaders } from '../foundation/http/security-headers.js';
import { HOUR_MS } from '../foundation/time/durations.js';
import { makeApollo } from './apollo.js';
import { browserSession } from './browser-session.js';
import type { ChargeOperation, OperationCost } from './charge-operation.js';
import { type MakeContext, once } from './context.js';
import { whenOpened } from './dashboard.js';
import { makeErrorPageRouter } from './error-pages.http.js';
import { notFound, unexpectedError } from './fallback-handlers.js';
import { serveUntilClosed } from './graceful-close.js';
import { makeGraphiql } from './graphiql.js';
import { HEALTH_PATH } from './health.js';
import type { InvalidOperations } from './invalid-operations.js';
import { oneHost, respondToMalformed } from './malformed-request.js';
import type { OperationTraces } from './operation-traces.js';
import { jsonChunks, readerOf } from './response-stream.js';
import type { SocketLimits } from './socket-limits.js';
import type { OpenSession } from './socket-session.js';
import { serveWebSocket } from './web-socket.js';

export const GRAPHQL_PATH = '/graphql';
const OPERATOR_PATH = '/operator/graphql';

/** Less than what a whole process has to stop. */
const CLOSE_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = HOUR_MS;
/**
 * How long an idle connection is kept: longer than by proxies (a minute in nginx and most load balancers, two in Caddy). A
 * request that is sent on a connection while it is being closed is lost.
 */
const KEEP_ALIVE_MS = 125_000;
/** How often the server looks for connections whose time has expired. */
const CHECK_EVERY_MS = 5_000;

export interface HttpServerNeeds {
  /** Proxies in front of the service, whose headers on the client's address and protocol are trusted. */
  trustedProxies: number;
  /** Pages that may use a session. */
  pages: SessionPages;
  /** How long open connections are kept when the process stops, for requests that are on their way. */
  drainMs: number;
  maxBodyBytes: number;
  /** How long the headers of a request, and a body that is no upload, may take to arrive. */
  requestTimeoutMs: number;
  graphiql: boolean;
  /** Null: none is served. */
  dashboard: Router | null;
  /** The documentation site. */
  docs: Router;
  schema: GraphQLSchema;
  authentication: GuardedAuthentication;
  chargeOperation: ChargeOperation;
  /** The operator's console: its schema, and a handler that lets only operators pass. Null: it is off. */
  operator: { schema: GraphQLSchema; chargeOperation: ChargeOperation; onlyOperators: RequestHandler } | null;
  invalidOperations: InvalidOperations;
  /** The REST compatibility layer; its dashboard's routes are open to the origins of this service. */
  rest: { api: Router; dashboard: Router };
  /** The Model Context Protocol. */
  mcp: Router;
  makeContext: MakeContext;
  openSession: OpenSession;
  socketLimits: SocketLimits;
  readBody: ReadBody;
  /** The public URL; known once it listens. */
  publicUrl: () => string;
  /** Further routes: the objects of the disk, and the page on which a managed user connects accounts. */
  pageRoutes: Router[];
  health: Router;
  /** When `close` aborts requests still in progress. */
  closeTimeoutMs?: number;
  /** Makes each request a trace; null: none. */
  traceRequests: RequestHandler | null;
  traceOperations: OperationTraces;
  operations: UnderWay;
  /** Called for every request after it has ended. */
  observeRequest: (line: RequestLine) => void;
  log: Logger;
}

export interface HttpServer {
  /** Not listening yet. */
  server: Server;
  /**
   * Stops accepting connections, closes web sockets (1001, going away), finishes requests in progress, and aborts those
   * that take longer than `closeTimeoutMs`. No request is being processed once it resolves.
   */
  close(): Promise<void>;
}

/** Everything that the service serves over HTTP and web sockets. */
export async function makeHttpServer(needs: HttpServerNeeds): Promise<HttpServer> {
  const { schema, authentication, chargeOperation: charge, invalidOperations, makeContext, readBody, rest } = needs;
  const { maxBodyBytes, requestTimeoutMs, pages, traceOperations: traces, operations, log } = needs;
  const app = express();
  // Without this, Express's own error pages show stacks.
  app.set('env', 'production');
  app.disable('x-powered-by');
  // ETags hash every response, for caches that an authenticated API does not have.
  app.disable('etag');
  const isTrustedProxy = (_address: string, hop: number) => hop < needs.trustedProxies;
  app.set('trust proxy', isTrustedProxy);
  const addressOf = makeClientAddress(isTrustedProxy);
  Object.defineProperty(app.request, 'ip', {
    get(this: IncomingMessage) {
      return addressOf(this);
    },
  });
  const server = createServer({
    // For uploads: a large file over a slow line takes longer than the five minutes of Node's default.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, CHECK_EVERY_MS),
  });
  cutUnreadBodies(server, requestTimeoutMs);
  const { drainMs, closeTimeoutMs: timeoutMs = CLOSE_TIMEOUT_MS } = needs;
  const closeServer = serveUntilClosed(server, app, { drainMs, timeoutMs });
  respondToMalformed(server);
  const serving = { invalidOperations, traces, operations, publicUrl: needs.publicUrl, log };
  const apollo = makeApollo({ schema, charge, ...serving });
  await apollo.start();
  const { operator } = needs;
  const operatorApollo =
    operator && makeApollo({ schema: operator.schema, charge: operator.chargeOperation, ...serving });
  await operatorApollo?.start();
  const sockets = serveWebSocket({
    schema,
    httpServer: server,
    path: GRAPHQL_PATH,
    authenticate: authentication.byAny,
    openSession: needs.openSession,
    limits: needs.socketLimits,
    makeContext,
    charge,
    invalidOperations,
    // Despite its type, the address is missing once the client has reset the connection.
    addressOf: (request) => addressOf(request) ?? '',
    cookiesOf: (request) => trustedCookies(request, pages),
    traces,
    operations,
    publicUrl: needs.publicUrl,
    log,
  });

  if (needs.traceRequests) app.use(needs.traceRequests);
  app.use(requestLog(log, { isQuiet: ({ path }) => path.startsWith(HEALTH_PATH), observe: needs.observeRequest }));
  app.use(({ ip: address, headers }, { locals: { requestId } }, next) =>
    fromRequest({ address, userAgent: headers['user-agent'], requestId }, next),
  );
  app.use(securityHeaders(needs.publicUrl));
  app.use(oneHost);
  app.use(decodablePath);
  app.use(needs.health);
  if (needs.graphiql) app.use(makeGraphiql(GRAPHQL_PATH));
  const graphqlOverHttp = (server: ReturnType<typeof makeApollo>): (RequestHandler | ErrorRequestHandler)[] => [
    readBody.json({ limit: maxBodyBytes, strict: true }),
    expressMiddleware(server, {
      context: async ({ req, res }) => {
        let viewer = once(() => authentication.byAny(accessHeaders(req.headers, { bearer: true }), req.ip ?? ''));
        return makeContext({
          requestId: res.locals.requestId,
          viewer: () => viewer(),
          browser: browserSession(req, res, {
            publicUrl: needs.publicUrl(),
            pages,
            become(token) {
              viewer = once(() => authentication.bySession(accessBySession(token)));
            },
          }),
          reader: readerOf(res),
          pieces: (answer) => jsonChunks(answer, res),
          note(facts) {
            noteRequest(res, facts);
            traces.note(facts);
          },
        });
      },
    }),
    graphqlBodyError({ maxBodyBytes, cost: charge.nothing, publicUrl: needs.publicUrl, log }),
  ];
  app.use(GRAPHQL_PATH, dashboardCors(pages), graphqlOverHttp(apollo));
  if (operator && operatorApollo) {
    app.use(OPERATOR_PATH, dashboardCors(pages), operator.onlyOperators, graphqlOverHttp(operatorApollo));
  }
  // Else the dashboard would serve its page here.
  else app.use(OPERATOR_PATH, notFound);
  app.use(needs.docs, makeErrorPageRouter());
  app.use(rest.api);
  app.use(needs.mcp);
  for (const page of needs.pageRoutes) app.use(page);
  if (needs.dashboard) app.use(whenOpened(needs.dashboard));
  app.use(dashboardCors(pages), rest.dashboard);
  if (needs.dashboard) app.use(needs.dashboard);
  app.use(notFound, unexpectedError(log));

  return {
    server,
    async close() {
      await Promise.all([sockets.close(), closeServer()]);
      await Promise.all([apollo.stop(), operatorApollo?.stop()]);
      // Their clients may have gone, and they read all the same.
      await operations.ended();
    },
  };
}

/** An unreadable body never reaches Apollo; its error still has GraphQL's format. */
const graphqlBodyError =
  ({
    maxBodyBytes,
    cost,
    publicUrl,
    log,
  }: {
    maxBodyBytes: number;
    cost: OperationCost;
    publicUrl: () => string;
    log: Logger;
  }): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const known = bodyError(error, maxBodyBytes);
    const { requestId } = response.locals;
    logFailure(log, { error, shown: known, requestId }, 'Unexpected failure before an operation');
    response.status(known.status).json({
      errors: [{ message: known.message, extensions: extensionsOf(known, publicUrl()) }],
      extensions: { requestId, cost },
    });
  };
