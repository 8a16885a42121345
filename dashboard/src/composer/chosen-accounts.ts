import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../api/failure.js';
import { ACCOUNTS_OF_TARGETS, type Account, type AccountList } from '../parts/accounts.js';

/** The accounts of a post, wherever they are in a list of thousands. */
export interface ChosenAccounts {
  /** Those of the chosen ids that are known, in their order. */
  chosen: Account[];
  /** Ids of accounts that are no longer connected. */
  gone: string[];
  /** Remembers accounts that a search has found. */
  learn: (accounts: Account[]) => void;
}

/** Accounts of one query. */
const MAX_IDS = 100;

/** Resolves platform ids: from the loaded list, from searches, and the others by a query. */
export function useChosenAccounts({ list }: AccountList, platformIds: string[]): ChosenAccounts {
  const client = useClient();
  // Null: it was asked for, and is no longer connected.
  const [found, setFound] = useState<ReadonlyMap<string, Account | null>>(new Map());
  const learn = useCallback((accounts: Account[]) => {
    setFound((before) => new Map([...before, ...accounts.map((account) => [account.platformId, account] as const)]));
  }, []);
  const known = useMemo(() => {
    const loaded = list.map((account) => [account.platformId, account] as const);
    return new Map<string, Account | null>([...found, ...loaded]);
  }, [list, found]);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const unknown = platformIds.filter((id) => !known.has(id) && !asked.current.has(id)).slice(0, MAX_IDS);
    if (unknown.length === 0) return;
    for (const id of unknown) asked.current.add(id);
    void client
      .query(ACCOUNTS_OF_TARGETS, { platformIds: unknown, count: unknown.length })
      .toPromise()
      .then((result) => {
        if (failureOf(result)) {
          for (const id of unknown) asked.current.delete(id);
          return;
        }
        const accounts = (result.data?.connectedAccounts?.edges ?? []).map(({ node }) => node);
        const byId = new Map(accounts.map((account) => [account.platformId, account]));
        setFound((before) => new Map([...before, ...unknown.map((id) => [id, byId.get(id) ?? null] as const)]));
      });
  }, [client, platformIds, known]);
  return useMemo(
    () => ({
      chosen: platformIds.flatMap((platformId) => known.get(platformId) ?? []),
      gone: platformIds.filter((platformId) => known.get(platformId) === null),
      learn,
    }),
    [platformIds, known, learn],
  );
}
