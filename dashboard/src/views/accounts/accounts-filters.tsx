import { Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, PLATFORMS, platformName } from '../../parts/platform.js';
import { ACCESS, type Access, type AccountsSearch } from './accounts-search.js';

const TYPING_MS = 250;

interface AccountsFiltersProps {
  search: AccountsSearch;
  onChange: (changes: Partial<AccountsSearch>) => void;
}

export function AccountsFilters({ search, onChange }: AccountsFiltersProps) {
  const [text, setText] = useState(search.text ?? '');
  useEffect(() => setText(search.text ?? ''), [search.text]);
  const searchSoon = useDebouncedCallback((value: string) => onChange({ text: value || undefined }), TYPING_MS);
  return (
    <Group align="end">
      <TextInput
        label="Search"
        type="search"
        placeholder="A part of the name"
        maxLength={200}
        leftSection={<SearchIcon />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          searchSoon(value);
        }}
      />
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
