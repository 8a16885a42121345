import { MultiSelect, Select, SimpleGrid } from '@mantine/core';
import { useQuery } from 'urql';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, PLATFORMS, platformName } from '../../parts/platform.js';
import { GROUP_STATUSES, STATUS } from '../../parts/post-status.js';
import { TimeZoneSelect } from '../../parts/time-zone-select.js';
import { ACCOUNTS } from './calendar.operations.js';
import type { CalendarSearch } from './calendar-search.js';

interface CalendarFiltersProps {
  search: CalendarSearch;
  onChange: (changes: Partial<CalendarSearch>) => void;
}

export function CalendarFilters({ search, onChange }: CalendarFiltersProps) {
  const { accounts = [], platforms = [], status = null } = search;
  const [{ data }] = useQuery({ query: ACCOUNTS });
  const names = new Map(accounts.map((id) => [id, id]));
  for (const { node } of data?.connectedAccounts?.edges ?? []) {
    names.set(node.platformId, `${platformName(node.platform ?? '')} @${node.username}`);
  }
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <MultiSelect
        label="Accounts"
        placeholder={accounts.length > 0 ? undefined : 'All'}
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={accounts}
        onChange={(value) => onChange({ accounts: value.length > 0 ? value : undefined })}
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
