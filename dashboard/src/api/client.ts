import { cacheExchange } from '@urql/exchange-graphcache';
import { refocusExchange } from '@urql/exchange-refocus';
import { createClient, type Client as Socket } from 'graphql-ws';
import {
  Client,
  fetchExchange,
  makeOperation,
  mapExchange,
  type SubscriptionForwarder,
  subscriptionExchange,
} from 'urql';
import { ACTING_HEADER } from './acting.js';
import { failureOf, isLostAccount, isRefusedByRole, isWithoutSession } from './failure.js';
import { graphql } from './graphql.js';
import { patientFetch } from './patient-fetch.js';

const GRAPHQL_PATH = '/graphql';
const LONGEST_WAIT_MS = 30_000;
const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 5_000;

/** The socket's close codes when the session with which it was opened has ended, and when it may not do so any more. */
const ENDED: ReadonlySet<number> = new Set([4401, 4403]);
const WHO = graphql(`
  query Who {
    viewer {
      id
      permissions
      person {
        memberId
        email
        role
        mustSetUpTwoFactor
      }
    }
  }
`);

export interface Api {
  client: Client;
  socket: Socket;
  /**
   * Calls the listener after each response to a mutation, when it is in the cache. Returns a function that stops it.
   */
  onMutated(listener: () => void): () => void;
}

interface ApiEvents {
  onSessionEnded: () => void;
  /** The person can no longer act for the account of this name. Null: somebody else is signed in meanwhile. */
  onAccountLost: (name: string | null) => void;
}

/** What a query can have read of the viewer. */
interface NotedViewer {
  id: string;
  displayName?: string;
  person?: { memberId: string } | null;
}

/**
 * Opens a client of this page's service, with the session's cookie, a new cache and a web socket for subscriptions.
 * `userId`: the account that it acts for; null: the person's own.
 */
export function openApi(userId: string | null, { onSessionEnded, onAccountLost }: ApiEvents): Api {
  // Names the account from the first response on: without it, a person whose own account changes would act in another one.
  const headers: Record<string, string> = userId === null ? {} : { [ACTING_HEADER]: userId };
  const isNamed = () => ACTING_HEADER in headers;
  const socket = createClient({
    url: new URL(GRAPHQL_PATH, location.href.replace(/^http/, 'ws')).href,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: waitToRetry,
    shouldRetry: () => true,
    keepAlive: PING_EVERY_MS,
    connectionParams: () => headers,
  });
  closeWhenSilent(socket);
  const listeners = new Set<() => void>();
  /** Of the first response: the account, and who is signed in. */
  const shown: { id: string | null; name: string | null; personId: string | null } = {
    id: null,
    name: null,
    personId: null,
  };
  let isAsking = false;
  /** Who is signed in, and what they may do, may have changed: by a role, or by the end of a membership. */
  const askAgain = () => {
    if (isAsking) return;
    isAsking = true;
    void client
      .query(WHO, {}, { requestPolicy: 'network-only' })
      .toPromise()
      .then((result) => {
        isAsking = false;
        const { id, person } = result.data?.viewer ?? {};
        if (isNamed() && isLostAccount(failureOf(result))) onAccountLost(shown.name);
        // Somebody else signed in in another window.
        else if (id && shown.id !== null && id !== shown.id)
          onAccountLost(person?.memberId === shown.personId ? shown.name : null);
      });
  };
  const noteViewer = ({ id, displayName, person }: NotedViewer) => {
    if (shown.id !== null && shown.id !== id) return askAgain();
    shown.id = id;
    headers[ACTING_HEADER] = id;
    shown.name = displayName ?? shown.name;
    shown.personId = person?.memberId ?? shown.personId;
  };
  const client = new Client({
    url: GRAPHQL_PATH,
    preferGetMethod: false,
    fetchOptions: () => ({ headers }),
    // Shows cached data immediately. It may be older than a missed live event.
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({
        onResult(result) {
          const failure = failureOf(result);
          // Of a session whose own account is not the person's any more, nothing is left but to sign in again.
          if (isWithoutSession(failure) || (!isNamed() && failure?.code === 'MEMBERSHIP_ENDED')) onSessionEnded();
          // An account without workspace access refuses its list of clients with the same code.
          else if (!isAsking && ((isNamed() && isLostAccount(failure)) || isRefusedByRole(failure))) askAgain();
          if (result.operation.kind === 'query' && result.data?.viewer) noteViewer(result.data.viewer);
          if (result.operation.kind === 'mutation') for (const listener of listeners) listener();
        },
      }),
      // Data without live events, such as keys and webhooks, may have changed in another window.
      refocusExchange(),
      cacheExchange(),
      patientQueries(),
      fetchExchange,
      subscriptionExchange({ forwardSubscription: resume(socket) }),
    ],
  });
  // The next operation shows whether a new session exists, for example after a change of the password.
  socket.on('closed', (event) => {
    if (ENDED.has((event as CloseEvent).code)) askAgain();
  });
  return {
    client,
    socket,
    onMutated(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Opens a client that acts for another account, such as a managed user: with a separate cache, and without subscriptions. */
export const openApiFor = (userId: string): Client =>
  new Client({
    url: GRAPHQL_PATH,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: { [ACTING_HEADER]: userId } },
    exchanges: [cacheExchange(), patientQueries(), fetchExchange],
  });

const patientQueries = () =>
  mapExchange({
    onOperation: (operation) =>
      operation.kind === 'query'
        ? makeOperation('query', operation, { ...operation.context, fetch: patientFetch })
        : operation,
  });

/** Sends a subscription; after a lost connection the socket sends it again, with the cursor of the last event. */
const resume =
  (socket: Socket): SubscriptionForwarder =>
  ({ query = '', variables }) => {
    const current: Record<string, unknown> = { ...variables };
    return {
      subscribe: (sink) => ({
        unsubscribe: socket.subscribe<Record<string, { cursor: string | null }>>(
          { query, variables: current },
          {
            next(result) {
              const [event] = Object.values(result.data ?? {});
              if (event?.cursor) current.after = event.cursor;
              sink.next(result as never);
            },
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          },
        ),
      }),
    };
  };

/**
 * Closes a connection that is silent: a lost network does not end one until the browser notices, or a ping gets no pong.
 */
function closeWhenSilent(socket: Socket): void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  socket.on('ping', (received) => {
    if (!received) silence = setTimeout(() => socket.terminate(), PONG_WITHIN_MS);
  });
  socket.on('pong', (received) => {
    if (received) clearTimeout(silence);
  });
  socket.on('closed', () => {
    clearTimeout(silence);
    removeEventListener('offline', socket.terminate);
  });
  socket.on('connected', () => addEventListener('offline', socket.terminate));
}

/** Waits longer each time, up to half a minute, or until the network is back. */
async function waitToRetry(retries: number): Promise<void> {
  const longest = navigator.onLine ? Math.min(LONGEST_WAIT_MS, 500 * 2 ** retries) : LONGEST_WAIT_MS;
  const done = new AbortController();
  await new Promise<void>((resolve) => {
    setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    addEventListener('online', () => resolve(), { signal: done.signal });
  });
  done.abort();
}
