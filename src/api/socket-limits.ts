import type { WebSocket } from 'ws';
import { AppError } from '../foundation/errors/app-error.js';

/** What a client may do over web sockets, beside what an account may have open. */
export interface SocketLimits {
  /** Subscriptions that are open on one socket. */
  subscriptions: number;
  /** Queries and mutations that run on one socket at a time. */
  operations: number;
  /** Messages that one socket may send in a second. */
  messagesPerSecond: number;
  /** Sockets of one address on which nobody has been let in yet. */
  unauthenticatedPerAddress: number;
  /** Bytes that may wait for the client of one socket to read them. */
  bufferedBytes: number;
}

/** Close codes of this service; graphql-ws has its own. */
export const CloseCode = {
  /** RFC 6455: come back later. */
  TOO_SLOW: 1013,
  /** The access ended, or never was enough. */
  FORBIDDEN: 4403,
  /** A limit of sockets or messages. */
  TOO_MANY: 4429,
} as const;

/** How long a client may take to say goodbye. */
const GOODBYE_MS = 1_000;

/** Closes a socket for good: nothing more of it is read, and it is cut when its client does not answer. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.removeAllListeners('message');
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(cut));
}

/** Ends a socket that sends more than so many messages within a second. */
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

/** Ends a socket whose client leaves too much unread. */
export function limitBuffer(socket: WebSocket, { bufferedBytes }: SocketLimits): void {
  if (socket.bufferedAmount > bufferedBytes && socket.readyState === socket.OPEN) {
    endSocket(socket, CloseCode.TOO_SLOW, 'The client reads too slowly');
  }
}

/** Counts the sockets of each address on which nobody has been let in yet. */
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

/** Places for what runs on one socket; a place is taken for as long as its answer is not called. */
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

export const operationSlots = ({ operations: limit }: SocketLimits): SocketSlots =>
  makeSlots(limit, () => new AppError('SOCKET_OPERATION_LIMIT_REACHED', { limit }));
