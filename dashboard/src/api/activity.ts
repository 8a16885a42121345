import type { ResultOf } from 'gql.tada';
import { createRequest } from 'urql';
import type { Api } from './client.js';
import { graphql } from './graphql.js';

/**
 * One subscription for the whole dashboard. The objects of an event contain all fields that views show and that change
 * while posts are published. The cache stores them under their ids, and updates every view that shows them.
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
/** How long to wait before a refused subscription starts again. */
export const REFUSED_WAIT_MS = 10_000;

export type Connection = 'connecting' | 'live' | 'lost';

/**
 * Called with each event, and with null when the shown data must be fetched again: events may have been missed, something
 * else has changed, or a mutation has returned. Its response may arrive after later events, and then it is out of date.
 */
export type ActivityListener = (event: ActivityEvent | null) => void;

/** The live events of the account, and whether they arrive. */
export interface Activity {
  /** Calls the listener from now on. Returns a function that stops it. */
  follow(listener: ActivityListener): () => void;
  connection(): Connection;
  /** For useSyncExternalStore. */
  onConnection(listener: () => void): () => void;
  /** Has the shown data fetched again, after a change that is no event. */
  refresh(): void;
  stop(): void;
}

/**
 * Follows the account. After a lost connection the socket resumes with the cursor of the last event; before the first
 * one there is none to resume with.
 */
export function followActivity({ client, socket, onMutated }: Api): Activity {
  const listeners = new Set<ActivityListener>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'connecting';
  let hasCursor = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const become = (next: Connection) => {
    connection = next;
    for (const watcher of watchers) watcher();
  };
  const emit = (event: ActivityEvent | null) => {
    for (const listener of listeners) listener(event);
  };
  const subscribe = () =>
    client.executeSubscription(createRequest(ACTIVITY, { after: null })).subscribe(({ data, error }) => {
      if (error) {
        // At a limit, for example, or because the cursor has expired.
        become('lost');
        clearTimeout(retry);
        retry = setTimeout(startOver, REFUSED_WAIT_MS);
      } else if (data) {
        hasCursor = true;
        emit(data.accountActivity);
      }
    });
  const startOver = () => {
    subscription.unsubscribe();
    hasCursor = false;
    subscription = subscribe();
    become('live');
    emit(null);
  };
  const unlisten = [
    socket.on('connected', () => {
      become('live');
      if (!hasCursor) emit(null);
    }),
    socket.on('closed', () => become('lost')),
    onMutated(() => emit(null)),
  ];
  let subscription = subscribe();
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
    refresh: () => emit(null),
    stop() {
      subscription.unsubscribe();
      clearTimeout(retry);
      for (const end of unlisten) end();
    },
  };
}
