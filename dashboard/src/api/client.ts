import { cacheExchange } from '@urql/exchange-graphcache';
import { createClient, type Client as Socket } from 'graphql-ws';
import { Client, fetchExchange, mapExchange, type SubscriptionForwarder, subscriptionExchange } from 'urql';
import { failureOf, isWithoutSession } from './failure.js';

const GRAPHQL_PATH = '/graphql';
const LONGEST_WAIT_MS = 30_000;

export interface Api {
  client: Client;
  socket: Socket;
}

/** A client of this page's service, with the cookie of its session, a cache of its own and a web socket for subscriptions. */
export function openApi(onSessionEnded: () => void): Api {
  const socket = createClient({
    url: new URL(GRAPHQL_PATH, location.href.replace(/^http/, 'ws')).href,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: waitToRetry,
    shouldRetry: () => true,
    keepAlive: 15_000,
  });
  const client = new Client({
    url: GRAPHQL_PATH,
    preferGetMethod: false,
    // What is in the cache is shown at once; it may be from before a live event that was missed.
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({
        onResult(result) {
          if (isWithoutSession(failureOf(result))) onSessionEnded();
        },
      }),
      cacheExchange(),
      fetchExchange,
      subscriptionExchange({ forwardSubscription: resume(socket) }),
    ],
  });
  return { client, socket };
}

/** Sends a subscription; after a lost connection the socket sends it again, with the cursor of the last event. */
const resume =
  (socket: Socket): SubscriptionForwarder =>
  ({ query = '', variables }) => {
    const current: Record<string, unknown> = { ...variables };
    return {
      subscribe: (sink) => ({
        unsubscribe: socket.subscribe<{ accountActivity?: { cursor: string | null } }>(
          { query, variables: current },
          {
            next(result) {
              const { cursor } = result.data?.accountActivity ?? {};
              if (cursor) current.after = cursor;
              sink.next(result as never);
            },
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          },
        ),
      }),
    };
  };

/** Longer from time to time, up to half a minute, and not while the machine has no network. */
async function waitToRetry(retries: number): Promise<void> {
  const longest = Math.min(LONGEST_WAIT_MS, 500 * 2 ** retries);
  const waitMs = longest * (0.5 + Math.random() / 2);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, waitMs);
    addEventListener('online', () => resolve(), { once: true });
  });
}
