import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { oneOf } from '../../parts/one-of.js';
import { Page } from '../../parts/page.js';
import { AccountsTab } from './accounts-tab.js';
import { BannerTab } from './banner-tab.js';
import { Console } from './console.js';
import { DeliveriesTab } from './deliveries-tab.js';
import { type OperatorSearch, TABS, type Tab, type TabProps } from './operator-search.js';
import { PostsTab } from './posts-tab.js';
import { QueuesTab } from './queues-tab.js';
import { SettingsTab } from './settings-tab.js';

const route = getRouteApi('/signed-in/operator');

const TITLES: Record<Tab, MessageDescriptor> = {
  accounts: msg`Accounts`,
  posts: msg`Posts`,
  deliveries: msg`Webhook deliveries`,
  queues: msg`Queues`,
  banner: msg`Banner`,
  settings: msg`Settings in force`,
};

const PANELS: Record<Tab, (props: TabProps) => React.ReactNode> = {
  accounts: AccountsTab,
  posts: PostsTab,
  deliveries: DeliveriesTab,
  queues: QueuesTab,
  banner: BannerTab,
  settings: SettingsTab,
};

/** The operator's console: everything in the installation, for its operators. */
export function OperatorView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const tab = search.tab ?? 'accounts';
  const go = (next: OperatorSearch) => void navigate({ to: '/operator', search: next });
  const Panel = PANELS[tab];
  return (
    <Console>
      <Page title={t`Operator`}>
        <Tabs value={tab} onChange={(value) => go({ tab: oneOf(TABS, value) })} keepMounted={false}>
          <Tabs.List mb="md">
            {TABS.map((value) => (
              <Tabs.Tab key={value} value={value}>
                {t(TITLES[value])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <Panel search={search} onChange={(changes) => go({ ...search, after: undefined, ...changes })} />
          </Tabs.Panel>
        </Tabs>
      </Page>
    </Console>
  );
}
