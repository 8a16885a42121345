import { useCallback, useEffect, useState } from 'react';
import { type AnyVariables, type UseQueryArgs, type UseQueryState, useQuery } from 'urql';

/**
 * A query, and how to fetch it again. While it is being fetched urql sends no second request, and the answer may be from
 * before the change: then it is fetched once more after that.
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
  return [state, useCallback(() => setRequested((before) => before + 1), [])];
}
