import { useThrottledCallback, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { AnyVariables, UseQueryArgs } from 'urql';
import { type Failure, failureOf } from './failure.js';
import { useRefetchingQuery } from './refetching-query.js';
import { useActivity, useConnection } from './session.js';

/** After events it is fetched again this often at most. */
const THROTTLE_MS = 1_000;

interface Live<Data> {
  data: Data | undefined;
  failure: Failure | null;
  refresh: () => void;
  /** The same, once for what comes close together. */
  refreshSoon: () => void;
}

/**
 * A query that is fetched again after what happens to posts, after each mutation, when the window is returned to, when the connection is
 * back, and with `refresh`. With `everyMs` also that often while the page is seen: for what changes without an event.
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
