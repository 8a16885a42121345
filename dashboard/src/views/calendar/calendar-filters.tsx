import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, MultiSelect, Popover, Select, Stack } from '@mantine/core';
import { FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useAccounts, useFurtherAccounts } from '../../parts/accounts.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, PLATFORMS, platformName } from '../../parts/platform.js';
import { GROUP_STATUSES, STATUS } from '../../parts/post-status.js';
import { TimeZoneSelect } from '../../parts/time-zone-select.js';
import { LabelFilter } from '../../posts/label-filter.js';
import { type CalendarSearch, countFilters } from './calendar-search.js';

interface CalendarFiltersProps {
  search: CalendarSearch;
  onChange: (changes: Partial<CalendarSearch>) => void;
}

const NO_FILTERS = {
  accounts: undefined,
  platforms: undefined,
  status: undefined,
  labels: undefined,
  match: undefined,
};

/** In the popover: a choice in a list would be a click outside of it. */
const INSIDE = { withinPortal: false };

/** The filters and the time zone, below a button with the number of filters that are set. */
export function CalendarFilters({ search, onChange }: CalendarFiltersProps) {
  const count = countFilters(search);
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <Button size="xs" variant={count > 0 ? 'light' : 'default'} leftSection={<FilterIcon size={14} />}>
          {count > 0 ? t`Filters (${count})` : t`Filters`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Filters`}>
        <Stack gap="sm">
          <Fields search={search} onChange={onChange} />
          <TimeZoneSelect comboboxProps={INSIDE} />
          {count > 0 && (
            <Button size="xs" variant="subtle" onClick={() => onChange(NO_FILTERS)}>
              <Trans>Remove filters</Trans>
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ search, onChange }: CalendarFiltersProps) {
  const { accounts = [], platforms = [], status = null, labels, match } = search;
  const loaded = useAccounts();
  const [wasOpened, setOpened] = useState(false);
  const known = new Set(loaded.list.map(({ platformId }) => platformId));
  useFurtherAccounts(loaded, wasOpened || accounts.some((id) => !known.has(id)));
  const names = new Map(accounts.map((id) => [id, id]));
  for (const { platform, platformId, username } of loaded.list) {
    names.set(platformId, `${platformName(platform ?? '')} @${username}`);
  }
  return (
    <>
      <MultiSelect
        label={t`Accounts`}
        placeholder={accounts.length > 0 ? undefined : t`All`}
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={accounts}
        onChange={(value) => onChange({ accounts: value.length > 0 ? value : undefined })}
        onDropdownOpen={() => setOpened(true)}
        comboboxProps={INSIDE}
        openOnFocus={false}
        searchable
        clearable
      />
      <MultiSelect
        label={t`Platforms`}
        placeholder={platforms.length > 0 ? undefined : t`All`}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={platforms}
        onChange={(value) => onChange({ platforms: knownPlatforms(value) })}
        comboboxProps={INSIDE}
        openOnFocus={false}
        clearable
      />
      <Select
        label={t`Status`}
        placeholder={t`All`}
        data={GROUP_STATUSES.map((value) => ({ value, label: STATUS[value].label }))}
        value={status}
        onChange={(value) => onChange({ status: oneOf(GROUP_STATUSES, value) })}
        comboboxProps={INSIDE}
        openOnFocus={false}
        clearable
      />
      <LabelFilter labels={labels} match={match} onChange={onChange} comboboxProps={INSIDE} isTitled />
    </>
  );
}
