import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { type Account, FIND_ACCOUNTS } from '../parts/accounts.js';
import { formatNumber } from '../parts/formats.js';

const PAUSE_MS = 250;

interface AccountSearch {
  /** Null: nothing is searched for. */
  accounts: Account[] | null;
  /** What the list does not say by itself. */
  note: string | null;
  failure: Failure | null;
}

/** Searches all accounts, on the service. */
export function useAccountSearch(text: string, learn: (accounts: Account[]) => void): AccountSearch {
  const [wanted] = useDebouncedValue(text.trim(), PAUSE_MS);
  const isOn = text.trim() !== '' && wanted !== '';
  const [{ data, fetching, ...state }] = useQuery({
    query: FIND_ACCOUNTS,
    variables: { text: wanted },
    pause: !isOn,
  });
  const page = isOn ? data?.connectedAccounts : undefined;
  useEffect(() => {
    if (page) learn(page.edges.map(({ node }) => node));
  }, [page, learn]);
  if (!isOn) return { accounts: null, note: null, failure: null };
  const accounts = page?.edges.map(({ node }) => node) ?? [];
  const rest = (page?.totalCount ?? 0) - accounts.length;
  const none = page && !fetching && accounts.length === 0 ? t`No account matches. Check the spelling.` : null;
  return {
    accounts,
    note: rest > 0 ? t`${formatNumber(rest)} more match. Type more of the name.` : none,
    failure: failureOf(state),
  };
}
