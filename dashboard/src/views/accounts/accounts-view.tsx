import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { plural } from '../../parts/act-on-all.js';
import { Page } from '../../parts/page.js';
import { showDone } from '../../parts/show-done.js';
import { AccountsFilters } from './accounts-filters.js';
import { AccountsList } from './accounts-list.js';
import { type AccountsSearch, toFilter } from './accounts-search.js';
import { ConnectDialog } from './connect-dialog.js';

const route = getRouteApi('/signed-in/accounts');

export function AccountsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const filter = useMemo(() => toFilter(search), [search]);
  const [connecting, setConnecting] = useState(false);
  /** Counts what was connected here: the list is read again. */
  const [round, setRound] = useState(0);
  const { connected } = search;
  useEffect(() => {
    if (!connected) return;
    showDone(`${plural(connected.length, 'account')} connected`);
    void navigate({ to: '/accounts', search: { connected: undefined }, replace: true });
  }, [connected, navigate]);
  const change = (changes: Partial<AccountsSearch>) =>
    void navigate({ to: '/accounts', search: { ...search, ...changes } });
  const connect = (
    <Button leftSection={<PlusIcon />} onClick={() => setConnecting(true)}>
      Connect an account
    </Button>
  );
  return (
    <Page title="Accounts" actions={connect}>
      <AccountsFilters search={search} onChange={change} />
      <AccountsList key={round} filter={filter} onConnected={() => setRound(round + 1)} />
      {connecting && (
        <ConnectDialog
          onConnected={() => {
            setConnecting(false);
            setRound(round + 1);
          }}
          onClose={() => setConnecting(false)}
        />
      )}
    </Page>
  );
}
