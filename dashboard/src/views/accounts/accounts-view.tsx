import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { PLATFORMS } from '../../parts/platform.js';
import { showDone } from '../../parts/show-done.js';
import { useOfferWaiting } from '../../posts/waiting-posts.js';
import { ACCOUNT } from './accounts.operations.js';
import { AccountsFilters } from './accounts-filters.js';
import { AccountsList } from './accounts-list.js';
import { type AccountsSearch, toFilter } from './accounts-search.js';
import { ConnectDialog } from './connect-dialog.js';

const route = getRouteApi('/signed-in/accounts');
const CLOSED = { connected: undefined, reconnect: undefined, returnTo: undefined };

export function AccountsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const narrow = route.useNavigate();
  const mayManage = useMay('MANAGE');
  const offerWaiting = useOfferWaiting();
  const filter = useMemo(() => toFilter(search), [search]);
  const [connecting, setConnecting] = useState(false);
  /** Counts what was connected here: the list is read again. */
  const [round, setRound] = useState(0);
  const { connected, reconnect, returnTo } = search;
  const finish = useCallback(
    (platformIds: string[]) => {
      setConnecting(false);
      setRound((before) => before + 1);
      void offerWaiting(platformIds);
      void (returnTo
        ? navigate({ to: returnTo, replace: true })
        : narrow({ search: (before) => ({ ...before, ...CLOSED }), replace: true }));
    },
    [navigate, narrow, offerWaiting, returnTo],
  );
  useEffect(() => {
    if (!connected) return;
    showDone(plural(connected.length, { one: '# account connected', other: '# accounts connected' }));
    finish(connected);
  }, [connected, finish]);
  const change = (changes: Partial<AccountsSearch>) =>
    void navigate({ to: '/accounts', search: { ...search, ...changes } });
  const connect = mayManage && (
    <Button size="xs" leftSection={<PlusIcon />} onClick={() => setConnecting(true)}>
      <Trans>Connect an account</Trans>
    </Button>
  );
  return (
    <Page title={t`Accounts`} actions={connect}>
      <AccountsFilters search={search} onChange={change} />
      <AccountsList
        key={round}
        filter={filter}
        onReconnect={(platformId) => change({ reconnect: platformId })}
        onDisconnected={() => setRound(round + 1)}
      />
      {mayManage && connecting && (
        <ConnectDialog onConnected={(platformId) => finish([platformId])} onClose={() => setConnecting(false)} />
      )}
      {mayManage && reconnect && (
        <Reconnect
          key={reconnect}
          platformId={reconnect}
          returnTo={returnTo}
          onConnected={(platformId) => finish([platformId])}
          onClose={() => change(CLOSED)}
        />
      )}
    </Page>
  );
}

interface ReconnectProps {
  platformId: string;
  returnTo: string | undefined;
  onConnected: (platformId: string) => void;
  onClose: () => void;
}

/** The form of exactly this account; of its platform if it is no longer connected. */
function Reconnect({ platformId, returnTo, onConnected, onClose }: ReconnectProps) {
  const [{ data, error }] = useQuery({ query: ACCOUNT, variables: { platformId } });
  const platform = PLATFORMS.find((one) => platformId.toUpperCase().startsWith(`${one}-`));
  if ((!data && !error) || !platform) return null;
  return (
    <ConnectDialog
      platform={platform}
      account={data?.connectedAccount ?? undefined}
      returnTo={returnTo ? `/accounts?${new URLSearchParams({ returnTo })}` : undefined}
      onConnected={onConnected}
      onClose={onClose}
    />
  );
}
