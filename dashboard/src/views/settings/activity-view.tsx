import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, MultiSelect, Select } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { ActivityList } from './activity-list.js';
import { type ActivitySearch, PERIODS, periodOf, toFilter } from './activity-search.js';
import { ACTIONS, knownActions } from './activity-words.js';

const route = getRouteApi('/signed-in/settings/activity');
const choices = () =>
  ACTIONS.map(({ group, actions }) => ({
    group: t(group),
    items: Object.entries(actions).map(([value, label]) => ({ value, label: t(label) })),
  }));

/** Who did what to the account. */
export function ActivityView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const filter = useMemo(() => toFilter(search), [search]);
  const change = (changes: Partial<ActivitySearch>) =>
    void navigate({ to: '/settings/activity', search: { ...search, ...changes } });
  return (
    <Page
      title={t`Activity`}
      actions={
        <PageLink to="/settings">
          <Trans>Settings</Trans>
        </PageLink>
      }
    >
      <Group align="end">
        <MultiSelect
          label={t`Actions`}
          placeholder={search.actions ? undefined : t`All`}
          data={choices()}
          value={search.actions ?? []}
          onChange={(value) => change({ actions: knownActions(value) })}
          searchable
          clearable
          maw="100%"
        />
        <Select
          label={t({ message: 'Time', context: 'period' })}
          placeholder={t`Any`}
          data={Object.entries(PERIODS).map(([value, { label }]) => ({ value, label: t(label) }))}
          value={search.period ?? null}
          onChange={(value) => change({ period: periodOf(value) })}
          clearable
        />
      </Group>
      <ActivityList key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}
