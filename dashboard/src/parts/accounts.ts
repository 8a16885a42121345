import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { graphql, type ResultOf } from '../api/graphql.js';

const ACCOUNTS = graphql(`
  query AccountsToChoose($after: String) {
    connectedAccounts(first: 100, after: $after) {
      edges {
        node {
          id
          platform
          platformId
          username
          displayName
          picturePath
          tokenStatus
          revokedAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A connected account, as one chooses it. */
export type Account = NonNullable<ResultOf<typeof ACCOUNTS>['connectedAccounts']>['edges'][number]['node'];

/** The connected accounts, oldest first, in pages of 100. */
export interface AccountList {
  /** The accounts of the pages that are loaded. */
  list: Account[];
  /** Whether these are all. */
  isComplete: boolean;
  /** Loads the next page; null while one is loaded and after the last. */
  onMore: (() => void) | null;
  /** Why a page could not be loaded. */
  failure: Failure | null;
  onRetry: () => void;
}

export function useAccounts(): AccountList {
  const [before, setBefore] = useState<Account[]>([]);
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, operation, ...state }, fetchAgain] = useQuery({ query: ACCOUNTS, variables: { after } });
  // While a page is loaded, urql returns the data of the one before.
  const page = operation?.variables.after === after ? data?.connectedAccounts : undefined;
  const list = useMemo(() => [...before, ...(page?.edges.map(({ node }) => node) ?? [])], [before, page]);
  const { hasNextPage, endCursor } = page?.pageInfo ?? {};
  const onMore = useMemo(() => {
    if (!hasNextPage || !endCursor) return null;
    return () => {
      setBefore(list);
      setAfter(endCursor);
    };
  }, [list, hasNextPage, endCursor]);
  return {
    list,
    isComplete: hasNextPage === false,
    onMore,
    failure: failureOf(state),
    onRetry: useCallback(() => fetchAgain({ requestPolicy: 'network-only' }), [fetchAgain]),
  };
}

/** Loads all pages as long as they are needed: for a search, or an account that is not loaded yet. */
export function useFurtherAccounts({ onMore }: AccountList, areWanted: boolean): void {
  useEffect(() => {
    if (areWanted) onMore?.();
  }, [areWanted, onMore]);
}
