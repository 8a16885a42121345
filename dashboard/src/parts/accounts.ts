import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { graphql, type ResultOf } from '../api/graphql.js';

const ACCOUNT = graphql(`
  fragment AccountToChoose on ConnectedAccount @_unmask {
    id
    platform
    platformId
    username
    displayName
    picturePath
    tokenStatus
    revokedAt
  }
`);

/** A connected account, as one chooses it. */
export type Account = ResultOf<typeof ACCOUNT>;

const ACCOUNTS = graphql(
  `
    query AccountsToChoose($after: String) {
      connectedAccounts(first: 100, after: $after) {
        edges {
          node {
            ...AccountToChoose
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [ACCOUNT],
);

/** Accounts by their names. */
export const FIND_ACCOUNTS = graphql(
  `
    query FindAccounts($text: String!) {
      connectedAccounts(filter: { text: $text }, first: 50) {
        totalCount
        edges {
          node {
            ...AccountToChoose
          }
        }
      }
    }
  `,
  [ACCOUNT],
);

/** The accounts of platform ids, at most 100; those that are no longer connected are left out. */
export const ACCOUNTS_OF_TARGETS = graphql(
  `
    query AccountsOfTargets($platformIds: [String!]!, $count: Int!) {
      connectedAccounts(filter: { platformIds: $platformIds }, first: $count) {
        edges {
          node {
            ...AccountToChoose
          }
        }
      }
    }
  `,
  [ACCOUNT],
);

/** The account of a platform id; null once it is no longer connected. */
export const ACCOUNT_OF_TARGET = graphql(
  `
    query AccountOfTarget($platformId: String!) {
      connectedAccount(platformId: $platformId) {
        ...AccountToChoose
      }
    }
  `,
  [ACCOUNT],
);

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
