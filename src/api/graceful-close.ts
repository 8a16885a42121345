import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How often connections that have become idle are looked for. */
const SWEEP_MS = 25;
/** How long connections are accepted that were made before the port is closed. */
const ACCEPT_WITHIN_MS = 500;
const QUIET_TURN_MS = 0.3;

/**
 * Has `app` answer the requests of a server, and makes the function that closes it so that no request that was sent is
 * met with a reset:
 *
 * 1. The port is closed: new connections are refused.
 * 2. Requests that are in, and those that still come on open connections, are answered with `Connection: close`.
 * 3. A connection on which nothing has come for `drainMs` is closed. A client that sends at that very moment can only
 *    be missed within the time that its bytes travel; nothing of its request has been begun.
 * 4. What has no answer after `timeoutMs` is cut off, web sockets too.
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
  /** Connections whose client was told that they close. */
  const told = new WeakSet<Socket>();
  let accepted = 0;
  let closing = false;

  /** A client that still sends is not told: it would be cut off, and not see its answer. */
  function tellWhenAnswered(response: ServerResponse): void {
    const { req: request } = response;
    const { socket } = request;
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (request.complete && lastOf.get(socket) === response) {
        response.setHeader('Connection', 'close');
        told.add(socket);
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
    // Nobody could be answered here any more. As it is not begun, it may be sent again elsewhere.
    if (told.has(request.socket)) return;
    lastOf.set(request.socket, response);
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (closing) tellWhenAnswered(response);
    app(request, response);
  });

  /**
   * Closing the port resets the connections that the system has made and nobody has accepted yet. A turn of the event
   * loop accepts one, so hardly any is left right after a turn that accepted none and took no time to speak of.
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
    // Node takes a connection for idle whose answer is written but not sent yet.
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
    // After what has arrived was read, so that no request is taken for none.
    const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MS);
    await within(timeoutMs - Math.min(drainMs, timeoutMs));
    clearInterval(sweep);
    for (const socket of sockets) socket.destroy();
    await ended;
  };
}
