import type { WebSocket, WebSocketServer } from 'ws';
import { makeTurns } from '../foundation/concurrency/turns.js';
import { CloseCode, endSocket } from './socket-limits.js';

const PING_EVERY_MS = 12_000;
/** Time in a turn of the event loop that pings may take, in milliseconds. */
const TURN_MS = 5;

/**
 * Pings all sockets, with one timer for all, and ends those that have not responded by the next ping: their connection is
 * broken, or their client does not read. Returns a function that stops it.
 */
export function keepAlive(sockets: WebSocketServer): () => void {
  const unanswered = new Set<WebSocket>();
  const turns = makeTurns(TURN_MS);
  function answered(this: WebSocket): void {
    unanswered.delete(this);
  }
  sockets.on('connection', (socket) => socket.on('pong', answered).on('close', answered));

  async function pingAll(): Promise<void> {
    for (const socket of sockets.clients) {
      await turns.over();
      if (socket.readyState !== socket.OPEN) continue;
      if (!unanswered.has(socket)) {
        unanswered.add(socket);
        socket.ping();
      } else if (socket.bufferedAmount > 0) {
        endSocket(socket, CloseCode.TOO_SLOW, 'The client reads too slowly');
      } else {
        socket.terminate();
      }
    }
  }

  const timer = setInterval(() => void pingAll(), PING_EVERY_MS);
  return () => clearInterval(timer);
}
