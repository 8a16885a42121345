import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Interval of checks for idle connections. */
const SWEEP_MS = 25;
/** How long pending connections are accepted before the port is closed. */
const ACCEPT_WITHIN_MS = 500;
const QUIET_TURN_MS = 0.3;

/**
 * Serves `app`, and returns a function that closes the server gracefully, so that no request in flight gets a
 * connection reset:
 *
 * 1. The port is closed: new connections are refused.
 * 2. Requests in progress, and new ones on open connections, are answered with `Connection: close`.
 * 3. A connection without data for `drainMs` is closed. Only a request already in transit at that moment can be lost,
 * and it has not been started.
 * 4. Requests without a response after `timeoutMs` are aborted, including web sockets.
 *
 * The promise resolves when no connection is left.
 */
export function serveUntilClosed(
  server: Server,
  app: RequestListener,
  { drainMs, timeoutMs }: { drainMs: number; timeoutMs: number },
): () => Promise<void> {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  /** The last response of each connection: with pipelining there may be others before it. */
  const lastOf = new WeakMap<Socket, ServerResponse>();
  /** Connections whose client was sent `Connection: close`. */
  const announced = new WeakSet<Socket>();
  let accepted = 0;
  let closing = false;

  /**
   * A client that is still sending does not get `Connection: close`: it would be cut off without seeing its response.
   */
  function tellWhenAnswered(response: ServerResponse): void {
    const { req: request } = response;
    const { socket } = request;
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (request.complete && lastOf.get(socket) === response) {
        response.setHeader('Connection', 'close');
        announced.add(socket);
      }
      return writeHead(...head);
    };
  }

  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    // No response is possible any more. As the request has not been started, the client may safely retry it.
    if (announced.has(request.socket)) return;
    lastOf.set(request.socket, response);
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (closing) tellWhenAnswered(response);
    app(request, response);
  });

  /**
   * Closing the port resets connections in the accept queue. Each turn of the event loop accepts one, so the queue is
   * almost certainly empty after a short turn that accepted none.
   */
  async function acceptAll(): Promise<void> {
    const until = performance.now() + ACCEPT_WITHIN_MS;
    // From the end of this turn on: only whole turns count.
    await new Promise(setImmediate);
    for (let [now, isQuiet] = [performance.now(), false]; !isQuiet && now < until; ) {
      const [begin, before] = [now, accepted];
      await new Promise(setImmediate);
      now = performance.now();
      isQuiet = accepted === before && now - begin < QUIET_TURN_MS;
    }
  }

  function closeIdle(): void {
    // Node considers a connection idle once its response is written, even if it is not sent yet.
    const isSending = [...underWay].some(({ writableEnded }) => writableEnded);
    if (!isSending) server.closeIdleConnections();
  }

  return async () => {
    await acceptAll();
    // The server's own `close` would close idle connections at once.
    const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    closing = true;
    for (const response of underWay) tellWhenAnswered(response);
    const within = (ms: number) => Promise.race([ended, delay(ms, undefined, { ref: false })]);

    await within(Math.min(drainMs, timeoutMs));
    // After reading what has arrived, so that no request is missed.
    const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MS);
    await within(timeoutMs - Math.min(drainMs, timeoutMs));
    clearInterval(sweep);
    for (const socket of sockets) socket.destroy();
    await ended;
  };
}
