import { useState } from 'react';
import { useQuery } from 'urql';
import { ACCOUNTS_OF_TARGETS } from '../parts/accounts.js';
import type { AccountChoice } from './accounts-field.js';

/** The accounts that are chosen. One that was disconnected is not shown, and stays until others are chosen. */
export function useAccountsOf(stored: readonly string[]) {
  const [chosen, choose] = useState<AccountChoice[] | null>(null);
  const [{ data }] = useQuery({
    query: ACCOUNTS_OF_TARGETS,
    variables: { platformIds: [...stored], count: 100 },
    pause: stored.length === 0,
  });
  const found = data?.connectedAccounts?.edges.map(({ node }) => node) ?? [];
  return {
    chosen: chosen ?? found,
    choose,
    platformIds: chosen ? chosen.map(({ platformId }) => platformId) : [...stored],
  };
}
