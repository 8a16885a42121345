import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { AppError } from '../foundation/errors/app-error.js';

/** Limits of a web socket client, in addition to those of an account. */
export interface SocketLimits {
  /** Open subscriptions per socket. */
  subscriptions: number;
  /** Messages per second and socket. */
  messagesPerSecond: number;
  /** Unauthenticated sockets per address. */
  unauthenticatedPerAddress: number;
  /** Bytes buffered for the client of one socket. */
  bufferedBytes: number;
}

/** Close codes of this service; graphql-ws has its own. */
export const CloseCode = {
  /** RFC 6455: the process stops. */
  GOING_AWAY: 1001,
  /** RFC 6455: try again later. */
  TOO_SLOW: 1013,
  /** The account cannot be used for a moment. */
  BUSY: 4503,
  /** The access ended, or was never sufficient. */
  FORBIDDEN: 4403,
  /** A limit of sockets or messages. */
  TOO_MANY: 4429,
} as const;

/** Concurrent queries and mutations per socket. */
const OPERATIONS = 20;

/** Time limit for the closing handshake. */
const GOODBYE_MS = 1_000;

/** Closes a socket: nothing more is read from it, and it is terminated if its client does not respond. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.removeAllListeners('message');
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(cut));
}

/** Closes a socket that sends more messages per second than allowed. */
export function limitMessages(socket: WebSocket, { messagesPerSecond }: SocketLimits): void {
  let second = 0;
  let count = 0;
  socket.on('message', () => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > messagesPerSecond) {
      endSocket(socket, CloseCode.TOO_MANY, `At most ${messagesPerSecond} messages per second are allowed`);
    }
  });
}

/** Closes a socket whose client reads too slowly. */
export function limitBuffer(socket: WebSocket, { bufferedBytes }: SocketLimits): void {
  if (socket.bufferedAmount > bufferedBytes && socket.readyState === socket.OPEN) {
    endSocket(socket, CloseCode.TOO_SLOW, 'The client reads too slowly');
  }
}

/** A client that has not read so much is slow: it gets nothing of its subscriptions until it has. */
const SLOW_BYTES = 64 * 1024;

/**
 * Sends messages to a client, in one write while it is not slow, and closes the socket beyond its limit. A promise
 * resolves when a slow client has read them.
 */
export function sendWithBackpressure(
  socket: WebSocket,
  connection: Duplex,
  messages: readonly string[],
  limits: SocketLimits,
): Promise<void> | undefined {
  limitBuffer(socket, limits);
  let sent = 0;
  connection.cork();
  for (const message of messages) {
    if (socket.bufferedAmount > SLOW_BYTES) break;
    socket.send(message);
    sent += 1;
  }
  connection.uncork();
  return sent < messages.length ? sendSlowly(socket, messages.slice(sent), limits) : undefined;
}

async function sendSlowly(socket: WebSocket, messages: readonly string[], limits: SocketLimits): Promise<void> {
  for (const message of messages) {
    limitBuffer(socket, limits);
    if (socket.readyState !== socket.OPEN) return;
    await new Promise<void>((resolve) => socket.send(message, () => resolve()));
  }
}

/** Limits the number of unauthenticated sockets per address. */
export function limitUnauthenticated({ unauthenticatedPerAddress: limit }: SocketLimits) {
  const counts = new Map<string, number>();
  const left = new WeakMap<WebSocket, () => void>();
  return {
    enter(socket: WebSocket, address: string): void {
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      const leave = () => {
        if (!left.delete(socket)) return;
        const rest = (counts.get(address) ?? 0) - 1;
        if (rest > 0) counts.set(address, rest);
        else counts.delete(address);
      };
      left.set(socket, leave);
      socket.once('close', leave);
      if (count > limit) {
        endSocket(socket, CloseCode.TOO_MANY, `At most ${limit} unauthenticated web sockets are allowed per address`);
      }
    },
    leave: (socket: WebSocket) => left.get(socket)?.(),
  };
}

/** Slots for operations of one socket. A slot is held until the function returned by `take` is called. */
export interface SocketSlots {
  take(): () => void;
}

export function makeSlots(limit: number, refusal: () => AppError): SocketSlots {
  let taken = 0;
  return {
    take() {
      if (taken >= limit) throw refusal();
      taken += 1;
      return () => {
        taken -= 1;
      };
    },
  };
}

export const subscriptionSlots = ({ subscriptions: limit }: SocketLimits): SocketSlots =>
  makeSlots(limit, () => new AppError('SUBSCRIPTION_LIMIT_REACHED', { limit, scope: 'socket' }));

export const operationSlots = (): SocketSlots =>
  makeSlots(OPERATIONS, () => new AppError('SOCKET_OPERATION_LIMIT_REACHED', { limit: OPERATIONS }));
