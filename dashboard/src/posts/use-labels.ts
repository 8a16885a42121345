import { useMemo } from 'react';
import { failureOf } from '../api/failure.js';
import { useRefetchingQuery } from '../api/refetching-query.js';
import { LABELS, type Label } from './labels.operations.js';

const NONE: Label[] = [];

/** All labels of the account, by name. */
export function useLabels() {
  const [first, refresh] = useRefetchingQuery({ query: LABELS, variables: {} });
  const page = first.data?.labels;
  const isLong = page?.pageInfo.hasNextPage ?? false;
  const [second, refreshSecond] = useRefetchingQuery({
    query: LABELS,
    variables: { after: page?.pageInfo.endCursor },
    pause: !isLong,
  });
  const rest = isLong ? second.data?.labels : null;
  const labels = useMemo(
    () => (page ? [page, rest].flatMap((one) => one?.edges.map(({ node }) => node) ?? NONE) : undefined),
    [page, rest],
  );
  return {
    /** Undefined until they are loaded. */
    labels,
    failure: failureOf(first) ?? (isLong ? failureOf(second) : null),
    refresh: () => {
      refresh();
      if (isLong) refreshSecond();
    },
  };
}
