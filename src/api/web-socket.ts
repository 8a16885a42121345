import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import {
  type Context,
  handleProtocols,
  makeServer,
  CloseCode as ProtocolCode,
  type SubscribePayload,
} from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { fromRequest } from '../domain/audit/origin.js';
import type { AuthenticateFrom } from '../domain/identity/access/authenticate.use-case.js';
import { type AccessHeaders, accessHeaders } from '../domain/identity/access/viewer.js';
import { networkOf } from '../domain/identity/account/network-of.js';
import { MAX_MESSAGE_BYTES, type Reader } from '../domain/posts/reading/texts.io.js';
import type { UnderWay } from '../foundation/concurrency/under-way.js';
import { AppError } from '../foundation/errors/app-error.js';
import { presentError } from '../foundation/graphql/present-error.js';
import type { RequestFacts } from '../foundation/http/request-log.js';
import type { ChargeOperation, OperationCost, PayEvent } from './charge-operation.js';
import { type GraphqlContext, type MakeContext, once } from './context.js';
import type { InvalidOperations } from './invalid-operations.js';
import { keepAlive } from './keep-alive.js';
import { makeReadDocument } from './known-documents.js';
import { hasSeveralHosts } from './malformed-request.js';
import type { SendResults } from './open-subscription.js';
import { operationFacts } from './operation-facts.js';
import type { OperationTraces } from './operation-traces.js';
import type { SharedResult } from './shared-execution.js';
import {
  CloseCode,
  endSocket,
  limitBuffer,
  limitMessages,
  limitUnauthenticated,
  type SocketLimits,
  sendWithBackpressure,
} from './socket-limits.js';
import type { OpenSession, SocketSession } from './socket-session.js';

/** Close codes: 4401 no (valid) key, 4403 a key without the right, 4429 a limit, 4400 a malformed request, 4500 our fault. */
const closeCode = (error: AppError) => 4000 + error.status;

/** Message types that only servers send. The library treats one from a client as an internal error. */
const OURS = new Set<unknown>(['connection_ack', 'next', 'error']);

/** A message is serialized immediately; its texts are released after that. */
const SOCKET_READER: Reader = { maxBytes: MAX_MESSAGE_BYTES, onEnd: (done) => done(), isGone: () => false };

/** What is kept of a socket, as long as it is open. The request that opened it is not. */
interface Extra {
  socket: WebSocket;
  connection: Duplex;
  address: string;
  userAgent: string | undefined;
  /** The trusted cookies of the request, until they are read. */
  cookie: string | undefined;
  /** Once it is authenticated. */
  headers?: AccessHeaders;
  session?: SocketSession;
}
type Socket = Context<Record<string, unknown>, Extra>;

/** An operation, with what it needs while it starts and while it is executed. An open subscription keeps none of that. */
type Operation = ExecutionArgs & {
  start: Start | null;
  /** The socket has no slot for it. */
  refusal?: GraphQLError;
};
interface Start {
  extra: Extra & { session: SocketSession };
  id: string;
  requestId: string;
  facts: RequestFacts;
  cost: OperationCost;
  contextOfEvent: () => GraphqlContext;
  payEvent: PayEvent;
  /** Releases its slot on the socket. */
  release: () => void;
}

/** The request id of an operation, for its errors. */
const REQUEST_ID = Symbol('requestId');
type Payload = { -readonly [Key in keyof SubscribePayload]: SubscribePayload[Key] } & { [REQUEST_ID]?: string };

export interface WebSocketNeeds {
  schema: GraphQLSchema;
  httpServer: Server;
  path: string;
  authenticate: AuthenticateFrom;
  openSession: OpenSession;
  limits: SocketLimits;
  makeContext: MakeContext;
  charge: ChargeOperation;
  invalidOperations: InvalidOperations;
  /** The cookies of the upgrade request, if they are trusted. */
  cookiesOf: (request: IncomingMessage) => string | undefined;
  /** Where the request that opened the socket comes from. */
  addressOf: (request: IncomingMessage) => string;
  traces: OperationTraces;
  /** A stop waits for them. */
  operations: UnderWay;
  publicUrl: () => string;
  log: Logger;
}

/**
 * GraphQL over web sockets (graphql-ws). connectionParams carry the access headers under their HTTP names. They are
 * checked when the socket is opened, and again for every operation on it; the socket is closed when its access ends.
 */
export function serveWebSocket(needs: WebSocketNeeds): { close(): Promise<void> } {
  const { schema, httpServer, path, limits, makeContext, charge, addressOf, cookiesOf, traces, operations, log } =
    needs;
  const readDocument = makeReadDocument(schema, needs.invalidOperations);
  const waitingRoom = limitUnauthenticated(limits);
  const present = (errors: readonly GraphQLError[], requestId: string) =>
    errors.map((error) => presentError(error, requestId, needs));

  const protocol = makeServer<Record<string, unknown>, Extra>({
    schema,
    execute: (args) => {
      const { start, contextValue, refusal } = args as Operation;
      if (refusal) return { errors: [refusal] };
      const { extra, requestId, facts, release } = start as Start;
      const { address, userAgent } = extra;
      return traces.run(async () => {
        traces.note(facts);
        try {
          return await fromRequest({ address, userAgent, requestId }, async () => execute({ ...args, contextValue }));
        } finally {
          release();
        }
      });
    },
    subscribe: async (args) => {
      const operation = args as Operation;
      if (operation.refusal) return { errors: [operation.refusal] };
      const { extra, id, requestId, cost, contextOfEvent, payEvent, release } = operation.start as Start;
      const send = sendResults(extra, { id, requestId, cost }, limits);
      const events = { contextOfEvent, payEvent, operations, present };
      const result = await extra.session.subscribe({ ...args, ...events }, send, release);
      if (Symbol.asyncIterator in result) Object.assign(operation, { start: null, contextValue: null });
      return result;
    },
    connectionInitWaitTimeout: 10_000,
    jsonMessageReviver: (key, value) => {
      if (key === '' && OURS.has(value?.type)) throw new Error('No message of a client');
      return value;
    },
    onConnect: async (context) => {
      const { extra } = context;
      const { socket, address, cookie } = extra;
      const headers = accessHeaders({ ...context.connectionParams, cookie }, { bearer: true });
      extra.headers = headers;
      extra.cookie = undefined;
      Object.assign(context, { connectionParams: undefined });
      try {
        extra.session = await needs.openSession(socket, headers, address);
        waitingRoom.leave(socket);
      } catch (error) {
        const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
        if (known !== error) log.error({ err: error, requestId: randomUUID() }, 'Unexpected failure in access checks');
        endSocket(socket, closeCode(known), known.message);
      }
      return true;
    },
    onSubscribe: async ({ extra }: Socket, id, payload: Payload) => {
      const requestId = randomUUID();
      payload[REQUEST_ID] = requestId;
      const { address, headers = accessHeaders({}) } = extra;
      const document = readDocument(payload.query, address);
      if (!('kind' in document)) return document;
      // The text that is kept anyway.
      payload.query = document.loc?.source.body ?? payload.query;
      const viewer = once(() => needs.authenticate(headers, address));
      const { operationName = null, variables = null } = payload;
      const definition = getOperationAST(document, operationName);
      if (!definition) return [new GraphQLError('Unable to identify operation')];
      const operation: Partial<Operation> = { schema, document, operationName, variableValues: variables };
      // Before its cost is computed: that is work, too, and a client can send many messages at the same time.
      const release = (extra as Start['extra']).session.takeSlot(definition.operation);
      if (release instanceof GraphQLError) return { ...operation, start: null, refusal: release } as Operation;
      const { cost, refusal, payEvent } = await charge({ document, operationName, variables, viewer, address });
      const facts = await operationFacts(definition, cost, viewer);
      log.info({ requestId, address, ...facts, refused: refusal !== null }, 'Operation over a web socket');
      if (refusal) {
        release();
        return [refusal];
      }
      const contextOfEvent = () =>
        makeContext({ requestId, viewer, browser: null, reader: SOCKET_READER, pieces: null, note: () => undefined });
      return {
        ...operation,
        contextValue: contextOfEvent(),
        start: { extra: extra as Start['extra'], id, requestId, facts, cost, contextOfEvent, payEvent, release },
      } as Operation;
    },
    // Of what is executed once, and of subscriptions that are refused.
    onNext: ({ extra }, _id, payload: Payload, args, result) => {
      limitBuffer(extra.socket, limits);
      const requestId = payload[REQUEST_ID] ?? randomUUID();
      const errors = result.errors && present(result.errors as GraphQLError[], requestId);
      const { start } = args as Operation;
      return {
        ...result,
        ...(errors && { errors }),
        extensions: { ...result.extensions, requestId, cost: start?.cost ?? charge.nothing },
      } as ExecutionResult;
    },
    // An error message of the protocol has no extensions, so each of its errors carries the request id.
    onError: ({ extra }, _id, payload: Payload, errors) => {
      // The error cannot be reported: sending itself failed.
      if (extra.socket.readyState !== WebSocket.OPEN) return errors.map(({ message }) => ({ message }));
      const requestId = payload[REQUEST_ID] ?? randomUUID();
      return present(errors as GraphQLError[], requestId).map((error) => ({
        ...error,
        extensions: { ...error.extensions, requestId },
      }));
    },
  });

  const sockets = new WebSocketServer({
    server: httpServer,
    path,
    maxPayload: 256 * 1024,
    handleProtocols,
    verifyClient: ({ req }, done) => done(!hasSeveralHosts(req), 400),
  });
  // The HTTP server's errors (such as a port in use) are handled by its owner.
  sockets.on('error', ignore);
  sockets.on('connection', (socket, request) => {
    // A frame that is too large or malformed: the socket is closing with the code for it.
    socket.on('error', ignore);
    const address = addressOf(request);
    // First, so that a limit comes before any work.
    limitMessages(socket, limits);
    waitingRoom.enter(socket, networkOf(address));
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) =>
          socket.on('message', (data) => {
            operations
              .run(() => handle(String(data)))
              .catch((error) => {
                log.error({ err: error, requestId: randomUUID() }, 'Unexpected failure of a web socket');
                endSocket(socket, ProtocolCode.InternalServerError, 'Internal server error');
              });
          }),
      },
      {
        socket,
        connection: request.socket,
        address,
        userAgent: request.headers['user-agent'],
        cookie: cookiesOf(request),
      },
    );
    socket.once('close', (code, reason) => void closed(code, String(reason)));
  });
  const stopPings = keepAlive(sockets);

  return {
    async close() {
      stopPings();
      for (const socket of sockets.clients) socket.close(CloseCode.GOING_AWAY, 'Going away');
      await promisify(sockets.close.bind(sockets))();
    },
  };
}

const ignore = (): void => undefined;

/** Sends results of a subscription, each of which is text already but for what is this subscriber's. */
function sendResults(
  { socket, connection }: Extra,
  { id, requestId, cost }: Pick<Start, 'id' | 'requestId' | 'cost'>,
  limits: SocketLimits,
): SendResults {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  const charged = JSON.stringify(cost);
  const toText = ({ json, requestId: logged }: SharedResult) =>
    `${head}${json},"extensions":{"requestId":"${logged ?? requestId}","cost":${charged}}}}`;
  return (results) => sendWithBackpressure(socket, connection, results.map(toText), limits);
}
