import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnyVariables, type UseQueryArgs, type UseQueryState, useQuery } from 'urql';

/**
 * A query, and a function that fetches it again. While a request runs, urql sends no second one, and the response may
 * be older than the change. Then the query is fetched once more after it. If a fetch fails, the data of the one before
 * stays, beside the error.
 */
export function useRefetchingQuery<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data>,
): [state: UseQueryState<Data, Variables>, refresh: () => void] {
  const [state, fetchAgain] = useQuery<Data, Variables>(query);
  const [requested, setRequested] = useState(0);
  const [sent, setSent] = useState(0);
  const isBusy = query.pause || state.fetching || state.stale;
  useEffect(() => {
    if (isBusy || sent === requested) return;
    setSent(requested);
    fetchAgain({ requestPolicy: 'network-only' });
  }, [isBusy, sent, requested, fetchAgain]);
  const fetched = useRef<Pick<typeof state, 'operation' | 'data'>>({});
  if (state.data) fetched.current = { operation: state.operation, data: state.data };
  // The same query with the same variables.
  const isSame = state.operation?.key === fetched.current.operation?.key;
  const data = state.data ?? (state.error && isSame ? fetched.current.data : undefined);
  return [{ ...state, data }, useCallback(() => setRequested((before) => before + 1), [])];
}
