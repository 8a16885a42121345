import { MultiSelect, Select, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useAccounts, useFurtherAccounts } from '../../parts/accounts.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, PLATFORMS, platformName } from '../../parts/platform.js';
import { GROUP_STATUSES, STATUS } from '../../parts/post-status.js';
import { TimeZoneSelect } from '../../parts/time-zone-select.js';
import type { CalendarSearch } from './calendar-search.js';

interface CalendarFiltersProps {
  search: CalendarSearch;
  onChange: (changes: Partial<CalendarSearch>) => void;
}

export function CalendarFilters({ search, onChange }: CalendarFiltersProps) {
  const { accounts = [], platforms = [], status = null } = search;
  const loaded = useAccounts();
  const [wasOpened, setOpened] = useState(false);
  const known = new Set(loaded.list.map(({ platformId }) => platformId));
  useFurtherAccounts(loaded, wasOpened || accounts.some((id) => !known.has(id)));
  const names = new Map(accounts.map((id) => [id, id]));
  for (const { platform, platformId, username } of loaded.list) {
    names.set(platformId, `${platformName(platform ?? '')} @${username}`);
  }
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <MultiSelect
        label="Accounts"
        placeholder={accounts.length > 0 ? undefined : 'All'}
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={accounts}
        onChange={(value) => onChange({ accounts: value.length > 0 ? value : undefined })}
        onDropdownOpen={() => setOpened(true)}
        searchable
        clearable
      />
      <MultiSelect
        label="Platforms"
        placeholder={platforms.length > 0 ? undefined : 'All'}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={platforms}
        onChange={(value) => onChange({ platforms: knownPlatforms(value) })}
        clearable
      />
      <Select
        label="Status"
        placeholder="All"
        data={GROUP_STATUSES.map((value) => ({ value, label: STATUS[value].label }))}
        value={status}
        onChange={(value) => onChange({ status: oneOf(GROUP_STATUSES, value) })}
        clearable
      />
      <TimeZoneSelect />
    </SimpleGrid>
  );
}
