/** The web socket of a client: opened by the first subscriber, shared by all, closed by the last. */
import type { Client } from 'graphql-ws/client';
import type { Endpoint } from './options.js';
import { PublishingError } from './publishing-error.js';
import { type GraphqlError, toError } from './run-operation.js';
import type { TypedDocument } from './typed-document.js';

/** Results of a subscription; fails with a PublishingError that is retryable when the connection was lost. */
export type Subscribe = <Result, Variables extends Record<string, unknown>>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  signal: AbortSignal | undefined,
) => AsyncGenerator<Result, void>;

const CONNECT_WITHIN_MS = 15_000;
const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 10_000;

/** Access has ended, or the client is wrong: another attempt fails, too. */
const FINAL_CLOSE_CODES = new Set([4400, 4401, 4403, 4406]);
/** Refusals whose cause is temporary. */
const TEMPORARY_CODES = new Set<string>(['SUBSCRIPTION_LIMIT_REACHED', 'SOCKET_LIMIT_REACHED']);

export function makeSubscribe(endpoint: Endpoint): Subscribe {
  let opening: Promise<Client> | undefined;
  return async function* subscribe<Result, Variables extends Record<string, unknown>>(
    query: TypedDocument<Result, Variables>,
    variables: Variables,
    signal: AbortSignal | undefined,
  ) {
    opening ??= openSocket(endpoint);
    const socket = await opening;
    const results: Result[] = [];
    let failure: PublishingError | undefined;
    let hasEnded = false;
    let wake = (): void => undefined;
    const end = (error?: unknown) => {
      if (error !== undefined) failure = toFailure(error);
      hasEnded = true;
      wake();
    };
    const unsubscribe = socket.subscribe<Result>(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors) end(errors);
          else if (data) results.push(data);
          wake();
        },
        error: end,
        complete: end,
      },
    );
    const abort = () => wake();
    signal?.addEventListener('abort', abort);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const result = results.shift();
        if (result !== undefined) yield result;
        else if (failure) throw failure;
        else if (hasEnded) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      unsubscribe();
    }
  };
}

async function openSocket({ baseUrl, headers, timeoutMs, webSocket }: Endpoint): Promise<Client> {
  const unavailable = (message: string, cause?: unknown) =>
    new PublishingError(message, { code: 'FOLLOW_UNAVAILABLE', cause });
  const webSocketImpl = webSocket ?? globalThis.WebSocket;
  if (!webSocketImpl) throw unavailable('There is no WebSocket here: pass webSocket, such as that of the package ws.');
  // Only subscriptions need the package.
  const { createClient } = await import('graphql-ws/client').catch((error: unknown) => {
    throw unavailable('To follow posts, install the package graphql-ws.', error);
  });
  const connectWithinMs = Math.min(CONNECT_WITHIN_MS, timeoutMs);
  const socket = createClient({
    url: socketUrl(baseUrl, headers['x-api-key']),
    webSocketImpl: withListener(webSocketImpl as typeof WebSocket),
    connectionParams: { ...headers },
    // The subscriber reconnects, and continues after its last step.
    retryAttempts: 0,
    connectionAckWaitTimeout: connectWithinMs,
    keepAlive: PING_EVERY_MS,
  });
  terminateWhenSilent(socket, connectWithinMs);
  return socket;
}

/**
 * A page cannot set headers of a web socket: behind a router, the public part of the key in the address says in which
 * pod the account is.
 */
function socketUrl(baseUrl: string, apiKey: string | undefined): string {
  const address = `${baseUrl.replace(/^http/, 'ws')}/graphql`;
  const [, prefix] = /^(sk_[0-9a-z]+_[0-9a-f]{8})\./.exec(apiKey ?? '') ?? [];
  return prefix ? `${address}?pod=${prefix}` : address;
}

/** The socket of ws emits an error when it is closed before it opens, after graphql-ws has stopped listening. */
function withListener(webSocketImpl: typeof WebSocket): typeof WebSocket {
  return class extends webSocketImpl {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('error', () => undefined);
    }
  };
}

/** Ends a silent connection: a lost network does not end one. */
function terminateWhenSilent(socket: Client, connectWithinMs: number): void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const within = (ms: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), ms);
  };
  socket.on('connecting', () => within(connectWithinMs));
  socket.on('connected', () => clearTimeout(silence));
  socket.on('ping', (isReceived) => {
    if (!isReceived) within(PONG_WITHIN_MS);
  });
  socket.on('pong', (isReceived) => {
    if (isReceived) clearTimeout(silence);
  });
  socket.on('closed', () => clearTimeout(silence));
}

/** Converts errors of the API, a close event of the socket, or any other reason of a failure. */
function toFailure(error: unknown): PublishingError {
  if (Array.isArray(error)) {
    const [first] = error as GraphqlError[];
    const failure = toError(first ?? { message: 'The subscription failed.' });
    return TEMPORARY_CODES.has(failure.code)
      ? new PublishingError(failure.message, { ...failure, retryable: true })
      : failure;
  }
  const { code, reason } = error as { code?: number; reason?: string };
  const isFinal = code !== undefined && FINAL_CLOSE_CODES.has(code);
  return new PublishingError(reason || 'The connection was lost.', {
    code: isFinal ? 'SOCKET_REFUSED' : 'NETWORK_ERROR',
    retryable: !isFinal,
    details: code === undefined ? {} : { closeCode: code },
  });
}
