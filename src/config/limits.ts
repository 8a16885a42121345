import type { SocketLimits } from '../api/socket-limits.js';
import type { LiveUsage } from '../domain/usage/live-usage.js';
import { integer, type Values } from './variable.js';

export interface RequestLimitsConfig {
  /** Cost of all GraphQL operations of one account in a minute. */
  pointsPerMinute: number;
  /** Cost of one operation. */
  maxOperationPoints: number;
  /** Wrong API keys from one address in a minute. */
  wrongKeysPerMinute: number;
  /** GraphQL operations of one network in a minute that are not valid. */
  invalidOperationsPerMinute: number;
}

/** What may be open over web sockets: for each account, and on each socket. */
export interface LiveConfig {
  perAccount: LiveUsage;
  perSocket: SocketLimits;
}

export const limitVariables = {
  GRAPHQL_POINTS_PER_MINUTE: integer(100, 1_000_000_000)
    .default(100_000)
    .describe(
      '[Points](guides/limits.md#query-cost) of an account’s GraphQL operations per minute, over all processes.',
    ),
  GRAPHQL_OPERATION_POINTS: integer(100, 1_000_000).default(10_000).describe('Points of one operation.'),
  WRONG_KEYS_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe('Wrong API keys per minute from one address, over all processes.'),
  INVALID_OPERATIONS_PER_MINUTE: integer(1, 1_000_000)
    .default(120)
    .describe('GraphQL operations per minute from one address that are not valid, per process.'),
  SOCKETS_PER_ACCOUNT: integer(1, 100_000)
    .default(20)
    .describe('Web sockets that an account may have open, over all processes.'),
  SUBSCRIPTIONS_PER_ACCOUNT: integer(1, 1_000_000)
    .default(100)
    .describe('Subscriptions that an account may have open, over all processes.'),
  SUBSCRIPTIONS_PER_SOCKET: integer(1, 100_000)
    .default(20)
    .describe('Subscriptions that may be open on one web socket.'),
  SOCKET_MESSAGES_PER_SECOND: integer(1, 1_000_000)
    .default(100)
    .describe('Messages per second that one web socket may send.'),
  SOCKET_BUFFER_BYTES: integer(1024, 1024 * 1024 * 1024)
    .default(4 * 1024 * 1024)
    .describe('Responses in bytes that may wait for the client of one web socket to read them.'),
  UNAUTHENTICATED_SOCKETS_PER_ADDRESS: integer(1, 100_000)
    .default(50)
    .describe('Web sockets of one address that are not authenticated yet, per process.'),
};

export const readRequestLimits = (value: Values<typeof limitVariables>): RequestLimitsConfig => ({
  pointsPerMinute: value.GRAPHQL_POINTS_PER_MINUTE,
  maxOperationPoints: value.GRAPHQL_OPERATION_POINTS,
  wrongKeysPerMinute: value.WRONG_KEYS_PER_MINUTE,
  invalidOperationsPerMinute: value.INVALID_OPERATIONS_PER_MINUTE,
});

export const readLive = (value: Values<typeof limitVariables>): LiveConfig => ({
  perAccount: { sockets: value.SOCKETS_PER_ACCOUNT, subscriptions: value.SUBSCRIPTIONS_PER_ACCOUNT },
  perSocket: {
    subscriptions: value.SUBSCRIPTIONS_PER_SOCKET,
    messagesPerSecond: value.SOCKET_MESSAGES_PER_SECOND,
    unauthenticatedPerAddress: value.UNAUTHENTICATED_SOCKETS_PER_ADDRESS,
    bufferedBytes: value.SOCKET_BUFFER_BYTES,
  },
});
