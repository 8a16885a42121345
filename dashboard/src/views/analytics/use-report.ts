import { type AnyVariables, createRequest, type UseQueryArgs } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';

interface Report<Data, Variables> {
  data: Data | undefined;
  /** Those that the data is for: while other ones are fetched, the data is still there. Without data: the current ones. */
  variables: Variables;
  /** Whether the data is for other variables than the current ones, which are fetched. */
  isOutdated: boolean;
  failure: Failure | null;
  refresh: () => void;
}

/**
 * A query of numbers. They are read hourly at most, so no event fetches it again: only the focus, and `refresh`. What is
 * shown beside the numbers, such as their days, is taken from `variables`.
 */
export function useReport<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data> & { variables: Variables },
): Report<Data, Variables> {
  const [{ data, ...state }, refresh] = useRefetchingQuery<Data, Variables>(query);
  const { key } = createRequest(query.query, query.variables);
  const loaded = data === undefined ? undefined : state.operation;
  return {
    data,
    variables: loaded ? loaded.variables : query.variables,
    isOutdated: loaded !== undefined && loaded.key !== key,
    failure: failureOf(state),
    refresh,
  };
}
