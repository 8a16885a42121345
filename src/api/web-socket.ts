import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Context } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { fromRequest } from '../domain/audit/origin.js';
import type { AuthenticateFrom } from '../domain/identity/authenticate.use-case.js';
import { networkOf } from '../domain/identity/network-of.js';
import { accessHeaders } from '../domain/identity/viewer.js';
import { MAX_MESSAGE_BYTES, type Reader } from '../domain/posts/texts.js';
import { AppError } from '../foundation/errors/app-error.js';
import { limitRules, OPERATION_LIMITS } from '../foundation/graphql/limits.js';
import { presentError } from '../foundation/graphql/present-error.js';
import type { ChargeOperation, OperationCost } from './charge-operation.js';
import { type GraphqlContext, type MakeContext, once } from './context.js';
import { operationFacts } from './operation-facts.js';
import type { SubscriptionArgs } from './shared-execution.js';
import { endSocket, limitBuffer, limitMessages, limitUnauthenticated, type SocketLimits } from './socket-limits.js';
import type { OpenSession, SocketSession } from './socket-session.js';

/** Close codes: 4401 no (valid) key, 4403 a key without the right, 4429 a limit, 4400 a malformed request, 4500 our fault. */
const closeCode = (error: AppError) => 4000 + error.status;

/** An operation that cannot run, with the code that it has over HTTP. */
const refused = (code: string, { message, nodes, source, positions, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });

/** Message types that only servers send. The library treats one from a client as an internal error. */
const OURS = new Set<unknown>(['connection_ack', 'next', 'error']);

/** A message is serialized immediately; its texts are released after that. */
const SOCKET_READER: Reader = { maxBytes: MAX_MESSAGE_BYTES, onEnd: (done) => done(), isGone: () => false };

/** State of a socket: its session, once authenticated. */
type Own = { session: SocketSession };
type Socket = Context<Record<string, unknown>, Extra & Partial<Own>>;

/** An operation with the session of its socket, and the request that opened the socket. */
type Operation = SubscriptionArgs & Own & { request: IncomingMessage };

export interface WebSocketNeeds {
  schema: GraphQLSchema;
  httpServer: Server;
  path: string;
  authenticate: AuthenticateFrom;
  openSession: OpenSession;
  limits: SocketLimits;
  makeContext: MakeContext;
  charge: ChargeOperation;
  /** The cookies of the upgrade request, if they are trusted. */
  cookiesOf: (request: IncomingMessage) => string | undefined;
  /** Where the request that opened the socket comes from. */
  addressOf: (request: IncomingMessage) => string;
  log: Logger;
}

/**
 * GraphQL over web sockets (graphql-ws). connectionParams carry the access headers under their HTTP names. They are
 * checked when the socket is opened, and again for every operation on it; the socket is closed when its access ends.
 */
export function serveWebSocket(needs: WebSocketNeeds): { close(): Promise<void> } {
  const { schema, httpServer, path, limits, makeContext, charge, addressOf, cookiesOf, log } = needs;
  const headersOf = ({ connectionParams, extra }: Socket) =>
    accessHeaders({ ...connectionParams, cookie: cookiesOf(extra.request) });
  const requestIds = new WeakMap<object, string>();
  const costs = new WeakMap<object, OperationCost>();
  const sockets = new WebSocketServer({ server: httpServer, path, maxPayload: 256 * 1024 });
  const waitingRoom = limitUnauthenticated(limits);
  // Before the library's own listener, so that a limit comes before any work.
  sockets.on('connection', (socket, request) => {
    ignoreFailedSends(socket);
    limitMessages(socket, limits);
    waitingRoom.enter(socket, networkOf(addressOf(request)));
  });
  const server = useServer<Record<string, unknown>, Own>(
    {
      schema,
      execute: (args) => {
        const { session, request, contextValue } = args as Operation;
        const { requestId } = contextValue as GraphqlContext;
        const origin = { address: addressOf(request), userAgent: request.headers['user-agent'], requestId };
        return fromRequest(origin, () => session.execute(args));
      },
      subscribe: (args) => (args as Operation).session.subscribe(args as Operation),
      connectionInitWaitTimeout: 10_000,
      isProd: true,
      jsonMessageReviver: (key, value) => {
        if (key === '' && OURS.has(value?.type)) throw new Error('No message of a client');
        return value;
      },
      onConnect: async (socket) => {
        const { extra } = socket;
        try {
          extra.session = await needs.openSession(extra.socket, headersOf(socket), addressOf(extra.request));
          waitingRoom.leave(extra.socket);
        } catch (error) {
          const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
          if (known !== error)
            log.error({ err: error, requestId: randomUUID() }, 'Unexpected failure in access checks');
          endSocket(extra.socket, closeCode(known), known.message);
        }
        return true;
      },
      onSubscribe: async (socket, _id, payload) => {
        const requestId = randomUUID();
        requestIds.set(payload, requestId);
        let document: DocumentNode;
        try {
          document = parse(payload.query, { maxTokens: OPERATION_LIMITS.tokens });
        } catch (error) {
          return [refused('GRAPHQL_PARSE_FAILED', error as GraphQLError)];
        }
        const errors = validate(schema, document, [...specifiedRules, ...limitRules]);
        if (errors.length > 0) return errors.map((error) => refused('GRAPHQL_VALIDATION_FAILED', error));
        const address = addressOf(socket.extra.request);
        const viewer = once(() => needs.authenticate(headersOf(socket), address));
        const { operationName = null, variables = null } = payload;
        const { cost, refusal } = await charge({ document, operationName, variables, viewer, address });
        const facts = await operationFacts(getOperationAST(document, operationName), cost, viewer);
        log.info({ requestId, address, ...facts, refused: refusal !== null }, 'Operation over a web socket');
        if (refusal) return [refusal];
        const contextOfEvent = () =>
          makeContext({ requestId, viewer, browser: null, reader: SOCKET_READER, pieces: null, note: () => undefined });
        const contextValue = contextOfEvent();
        costs.set(contextValue, cost);
        const { session, request } = socket.extra;
        const operation: Partial<Operation> = {
          session,
          request,
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue,
          contextOfEvent,
        };
        return operation as Operation;
      },
      onNext: ({ extra }, _id, _payload, args, result) => {
        limitBuffer(extra.socket, limits);
        const context = args.contextValue as GraphqlContext;
        const { requestId } = context;
        const errors = result.errors?.map((error) => presentError(error, requestId, log));
        return {
          ...result,
          ...(errors && { errors }),
          extensions: { ...result.extensions, requestId, cost: costs.get(context) },
        } as typeof result;
      },
      // An error message of the protocol has no extensions of its own, so each of its errors carries the request id.
      onError: (context, _id, payload, errors) => {
        // The error cannot be reported: sending itself failed.
        if (context.extra.socket.readyState !== WebSocket.OPEN) return errors.map(({ message }) => ({ message }));
        return errors.map((error) => {
          const requestId = requestIds.get(payload) ?? randomUUID();
          const presented = presentError(error as GraphQLError, requestId, log);
          return { ...presented, extensions: { ...presented.extensions, requestId } };
        });
      },
    },
    sockets,
    12_000,
  );
  // The HTTP server's errors (such as a port in use) are handled by its owner. The library would log them as well.
  sockets.removeAllListeners('error').on('error', () => undefined);
  // A frame that is too large or malformed: the socket is closing with the code for it. The library would log it.
  sockets.on('connection', (socket) => socket.removeAllListeners('error').on('error', () => undefined));
  return { close: async () => void (await server.dispose()) };
}

/** A message that could not be sent is not an error: the socket was closed. The library would log it. */
function ignoreFailedSends(socket: WebSocket): void {
  const send = socket.send.bind(socket) as (data: unknown, done: () => void) => void;
  socket.send = (data: unknown, done?: unknown) => send(data, () => typeof done === 'function' && done());
}
