/** Clients with a normalised cache, set up as their documentation says. */
import { ApolloClient, ApolloLink, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { OperationTypeNode } from 'graphql';
import { createClient, type Client as SocketClient } from 'graphql-ws';
import { tap } from 'rxjs';
import { WebSocket } from 'ws';
import type { Service } from '../support/service.js';

export interface CachingClient {
  /** Runs a query and goes on with what the cache then has for it. */
  watch<Data>(query: string, variables: object, onData: (data: Data) => void): void;
  /** Subscribes; after a lost connection with the cursor of the last event. */
  subscribe<Data>(query: string, variables: { after: string }, onData: (data: Data) => void): void;
  /** Operations sent over HTTP. */
  requests(): number;
  /** Errors, and what the client warned of. */
  warnings: string[];
  /** Its connection; ended without a close frame by `terminate`. */
  socket: SocketClient;
  close(): Promise<void>;
}

export interface ClientNeeds {
  service: Service;
  apiKey: string;
  /** Ends when a lost connection may be opened again. */
  mayReconnect: () => Promise<void>;
}

/** The fields of a response that resuming needs. */
type WithCursor = { data?: { accountActivity?: { cursor: string } } | null };

const makeSocket = ({ service, apiKey, mayReconnect }: ClientNeeds): SocketClient =>
  createClient({
    url: service.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-key': apiKey },
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: mayReconnect,
  });

function countingFetch() {
  let count = 0;
  const send: typeof fetch = (...args) => {
    count += 1;
    return fetch(...args);
  };
  return { send, requests: () => count };
}

export function apolloClient(needs: ClientNeeds): CachingClient {
  const { service, apiKey } = needs;
  const socket = makeSocket(needs);
  const { send, requests } = countingFetch();
  const warnings: string[] = [];
  // The socket link sends its variables again when it reconnects.
  const resume = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap(({ data }: WithCursor) => {
        if (data?.accountActivity) operation.variables.after = data.accountActivity.cursor;
      }),
    ),
  );
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      resume.concat(new GraphQLWsLink(socket)),
      new HttpLink({ uri: `${service.url}/graphql`, headers: { 'x-api-key': apiKey }, fetch: send }),
    ),
  });
  return {
    watch(query, variables, onData) {
      client.watchQuery({ query: apolloGql(query), variables }).subscribe(({ data, dataState, error }) => {
        if (error) warnings.push(error.message);
        if (dataState === 'complete') onData(data as never);
      });
    },
    subscribe(query, variables, onData) {
      client.subscribe({ query: apolloGql(query), variables }).subscribe(({ data, error }) => {
        if (error) warnings.push(error.message);
        if (data) onData(data as never);
      });
    },
    requests,
    warnings,
    socket,
    async close() {
      client.stop();
      await socket.dispose();
    },
  };
}

export function urqlClient(needs: ClientNeeds): CachingClient {
  const { service, apiKey } = needs;
  const socket = makeSocket(needs);
  const { send, requests } = countingFetch();
  const warnings: string[] = [];
  const ends: (() => void)[] = [];
  const client = new Client({
    url: `${service.url}/graphql`,
    fetch: send,
    fetchOptions: { headers: { 'x-api-key': apiKey } },
    exchanges: [
      cacheExchange({
        logger: (severity, message) => {
          if (severity !== 'debug') warnings.push(message);
        },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => {
          // The socket sends its variables again when it reconnects.
          const current: Record<string, unknown> = { ...variables };
          return {
            subscribe: (sink) => ({
              unsubscribe: socket.subscribe<{ accountActivity?: { cursor: string } }>(
                { query, variables: current },
                {
                  error: (error) => sink.error(error),
                  complete: () => sink.complete(),
                  next(result) {
                    if (result.data?.accountActivity) current.after = result.data.accountActivity.cursor;
                    sink.next(result as never);
                  },
                },
              ),
            }),
          };
        },
      }),
    ],
  });
  return {
    watch(query, variables, onData) {
      const received = client.query(query, variables).subscribe(({ data, error }) => {
        if (error) warnings.push(error.message);
        if (data) onData(data);
      });
      ends.push(received.unsubscribe);
    },
    subscribe(query, variables, onData) {
      const received = client.subscription(query, variables).subscribe(({ data, error }) => {
        if (error) warnings.push(error.message);
        if (data) onData(data);
      });
      ends.push(received.unsubscribe);
    },
    requests,
    warnings,
    socket,
    async close() {
      for (const end of ends) end();
      await socket.dispose();
    },
  };
}
