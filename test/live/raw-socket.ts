import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';

/** A message of graphql-ws as these tests read it. */
export interface Message {
  id?: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  payload?: any;
}

/** A web socket without a client library: what is sent and what comes, as it is. */
export interface RawSocket {
  socket: WebSocket;
  messages: Message[];
  /** How it was closed; undefined while it is open. */
  closed: { code: number; reason: string } | undefined;
  send(...messages: Message[]): void;
  subscribe(id: string, query: string, variables?: object): void;
  /** The messages of an operation. */
  of(id: string): Message[];
  /** Codes of the errors that an operation was answered with. */
  codesOf(id: string): string[];
  /** Resolves once it is closed, with how. */
  end(): Promise<{ code: number; reason: string }>;
  close(): void;
}

/** Opens a socket that sends nothing yet. */
export async function openRaw(service: Service, headers: Headers = {}): Promise<RawSocket> {
  const socket = new WebSocket(service.wsUrl, 'graphql-transport-ws', { headers });
  const raw: RawSocket = {
    socket,
    messages: [],
    closed: undefined,
    send: (...messages) => {
      for (const message of messages) socket.send(JSON.stringify(message));
    },
    subscribe: (id, query, variables = {}) => raw.send({ id, type: 'subscribe', payload: { query, variables } }),
    of: (id) => raw.messages.filter((message) => message.id === id),
    codesOf: (id) =>
      raw
        .of(id)
        .flatMap(({ payload }) => (Array.isArray(payload) ? payload : (payload?.errors ?? [])))
        .map(({ extensions }) => extensions.code),
    end: () => eventually(async () => raw.closed),
    close: () => socket.close(),
  };
  socket.on('message', (data) => raw.messages.push(JSON.parse(String(data))));
  socket.on('close', (code, reason) => {
    raw.closed = { code, reason: String(reason) };
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return raw;
}

/** Opens a socket and waits until its client is let in, or not. */
export async function connectRaw(service: Service, params: Headers, headers: Headers = {}): Promise<RawSocket> {
  const raw = await openRaw(service, headers);
  raw.send({ type: 'connection_init', payload: params });
  await eventually(async () => raw.closed ?? raw.messages[0]);
  return raw;
}
