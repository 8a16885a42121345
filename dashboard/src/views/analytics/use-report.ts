import type { AnyVariables, UseQueryArgs } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';

interface Report<Data, Variables> {
  data: Data | undefined;
  /** Those that the data is for: while other ones are fetched, the data is still there. */
  variables: Variables | undefined;
  failure: Failure | null;
  refresh: () => void;
}

/** A query of numbers. They are read hourly at most, so no event fetches it again: only the focus, and `refresh`. */
export function useReport<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data>,
): Report<Data, Variables> {
  const [{ data, ...state }, refresh] = useRefetchingQuery<Data, Variables>(query);
  return { data, variables: data && state.operation?.variables, failure: failureOf(state), refresh };
}
