import { useThrottledCallback, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect } from 'react';
import { type AnyVariables, type UseQueryArgs, useQuery } from 'urql';
import { type Failure, failureOf } from './failure.js';
import { useActivity } from './session.js';

/** After events it is fetched again this often at most. */
const THROTTLE_MS = 1_000;

interface Live<Data> {
  data: Data | undefined;
  failure: Failure | null;
  refresh: () => void;
}

/**
 * A query that is fetched again after what happens to posts, when the window is returned to, and with `refresh`. With
 * `everyMs` also that often while the page is seen: for what changes without an event.
 */
export function useLiveQuery<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data>,
  everyMs?: number,
): Live<Data> {
  const [{ data, ...state }, fetchAgain] = useQuery<Data, Variables>(query);
  const refresh = useCallback(() => fetchAgain({ requestPolicy: 'network-only' }), [fetchAgain]);
  const refreshSoon = useThrottledCallback(refresh, THROTTLE_MS);
  useActivity(refreshSoon);
  useWindowEvent('focus', refreshSoon);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, refresh]);
  return { data, failure: failureOf(state), refresh };
}
