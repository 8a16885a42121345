import { t } from '@lingui/core/macro';
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
    <Group gap="xs">
      <SearchField
        label={undefined}
        aria-label={t`Search`}
        size="xs"
        w={{ base: '100%', sm: '16rem' }}
        placeholder={t`Search by name`}
        value={search.text}
        onSearch={(text) => onChange({ text })}
      />
      <MultiSelect
        aria-label={t`Platforms`}
        size="xs"
        miw="9rem"
        placeholder={search.platforms ? undefined : t`Any platform`}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={search.platforms ?? []}
        onChange={(value) => onChange({ platforms: knownPlatforms(value) })}
        clearable
      />
      <Select
        aria-label={t`Access`}
        size="xs"
        w="12rem"
        placeholder={t`Any access`}
        data={Object.entries(ACCESS).map(([value, { label }]) => ({ value, label }))}
        value={search.access ?? null}
        onChange={(value) => onChange({ access: oneOf(Object.keys(ACCESS) as Access[], value) })}
        clearable
      />
    </Group>
  );
}
