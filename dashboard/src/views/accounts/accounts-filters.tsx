import { Group, MultiSelect, Select } from '@mantine/core';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, PLATFORMS, platformName } from '../../parts/platform.js';
import { SearchField } from '../../parts/search-field.js';
import { ACCESS, type Access, type AccountsSearch } from './accounts-search.js';

interface AccountsFiltersProps {
  search: AccountsSearch;
  onChange: (changes: Partial<AccountsSearch>) => void;
}

export function AccountsFilters({ search, onChange }: AccountsFiltersProps) {
  return (
    <Group align="end">
      <SearchField placeholder="A part of the name" value={search.text} onSearch={(text) => onChange({ text })} />
      <MultiSelect
        label="Platforms"
        placeholder={search.platforms ? undefined : 'All'}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={search.platforms ?? []}
        onChange={(value) => onChange({ platforms: knownPlatforms(value) })}
        clearable
      />
      <Select
        label="Access"
        placeholder="Any"
        data={Object.entries(ACCESS).map(([value, { label }]) => ({ value, label }))}
        value={search.access ?? null}
        onChange={(value) => onChange({ access: oneOf(Object.keys(ACCESS) as Access[], value) })}
        clearable
      />
    </Group>
  );
}
