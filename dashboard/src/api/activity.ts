import type { ResultOf } from 'gql.tada';
import type { Client as Socket } from 'graphql-ws';
import { type Client, createRequest } from 'urql';
import { graphql } from './graphql.js';

/**
 * One subscription for the whole dashboard. The objects of an event carry all that views show and that changes while
 * posts are published: the cache stores them under their ids, and every view that shows them follows.
 */
const ACTIVITY = graphql(`
  subscription Activity($after: String) {
    accountActivity(after: $after) {
      cursor
      type
      postGroupId
      postGroup {
        id
        status
        processingStatus
        scheduledTime
        publishedAt
        updatedAt
        allowedActions
      }
      platformPost {
        id
        status
        url
        postedId
        attemptCount
        dueAt
        publishedAt
        deletedAt
        updatedAt
        allowedActions
        error {
          code
          message
          advice
          fault
          retryable
          failedAt
          platformError
          platformStatusCode
        }
      }
    }
  }
`);

export type ActivityEvent = ResultOf<typeof ACTIVITY>['accountActivity'];
/** How long a refused subscription waits before it starts over. */
const REFUSED_WAIT_MS = 10_000;

export type Connection = 'connecting' | 'live' | 'lost';

/** The live events of the account, and whether they arrive. */
export interface Activity {
  /** Calls the listener with each event from now on. */
  follow(listener: (event: ActivityEvent) => void): () => void;
  connection(): Connection;
  /** For useSyncExternalStore. */
  onConnection(listener: () => void): () => void;
  stop(): void;
}

interface ActivityNeeds {
  client: Client;
  socket: Socket;
  /** Some seconds after the subscription was refused: at a limit, or because its cursor has expired. */
  onRefused: () => void;
}

/** The socket sends the variables again when it reconnects: `resume` has put the cursor of the last event there by then. */
export function followActivity({ client, socket, onRefused }: ActivityNeeds): Activity {
  const listeners = new Set<(event: ActivityEvent) => void>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'connecting';
  const become = (next: Connection) => {
    if (next === connection) return;
    connection = next;
    for (const watcher of watchers) watcher();
  };
  const unlisten = [socket.on('connected', () => become('live')), socket.on('closed', () => become('lost'))];
  let retry: ReturnType<typeof setTimeout> | undefined;
  const subscription = client
    .executeSubscription(createRequest(ACTIVITY, { after: null }))
    .subscribe(({ data, error }) => {
      if (error) {
        become('lost');
        retry ??= setTimeout(onRefused, REFUSED_WAIT_MS);
      } else if (data) for (const listener of listeners) listener(data.accountActivity);
    });
  return {
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connection: () => connection,
    onConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    stop() {
      subscription.unsubscribe();
      clearTimeout(retry);
      for (const end of unlisten) end();
    },
  };
}
