import { useThrottledCallback, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { AnyVariables, UseQueryArgs } from 'urql';
import { type Failure, failureOf } from './failure.js';
import { useRefetchingQuery } from './refetching-query.js';
import { useActivity, useConnection } from './session.js';

/** At most this often, events cause another fetch. */
const THROTTLE_MS = 1_000;

interface Live<Data> {
  data: Data | undefined;
  failure: Failure | null;
  refresh: () => void;
  /** As `refresh`, once for calls in quick succession. */
  refreshSoon: () => void;
}

/**
 * A query that is fetched again after changes of posts and of their approvals, after each mutation, when the window
 * gets the focus, when the connection is back, and with `refresh`. `everyMs` also fetches it at this interval while
 * the page is visible, for data that changes without an event.
 */
export function useLiveQuery<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data>,
  everyMs?: number,
): Live<Data> {
  const [{ data, ...state }, refresh] = useRefetchingQuery<Data, Variables>(query);
  const refreshSoon = useThrottledCallback(refresh, THROTTLE_MS);
  useActivity(refreshSoon);
  useWindowEvent('focus', refreshSoon);
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    if (before.current === 'lost' && connection === 'live') refreshSoon();
    before.current = connection;
  }, [connection, refreshSoon]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, refresh]);
  return { data, failure: failureOf(state), refresh, refreshSoon };
}
