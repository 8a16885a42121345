import { Group, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { useShortcuts } from '../../parts/shortcuts.js';
import { type PostsSearch, SORT_FIELDS } from './posts-search.js';

const SORTED_BY = {
  CREATED_AT: 'Created',
  SCHEDULED_TIME: 'Scheduled time',
  PUBLISHED_AT: 'Published',
  UPDATED_AT: 'Last changed',
};
const TYPING_MS = 250;

interface PostsFiltersProps {
  search: PostsSearch;
  onChange: (changes: Partial<PostsSearch>) => void;
}

export function PostsFilters({ search, onChange }: PostsFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.text ?? '');
  useEffect(() => setText(search.text ?? ''), [search.text]);
  const searchSoon = useDebouncedCallback((value: string) => onChange({ text: value || undefined }), TYPING_MS);
  useShortcuts([['/', () => field.current?.focus()]]);
  return (
    <Group align="end">
      <TextInput
        ref={field}
        label="Search"
        type="search"
        placeholder="Words of the text"
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
        onChange={(value) =>
          onChange({ platforms: value.length > 0 ? PLATFORMS.filter((one) => value.includes(one)) : undefined })
        }
        clearable
      />
      <Select
        label="Sort by"
        data={SORT_FIELDS.map((value) => ({ value, label: SORTED_BY[value] }))}
        value={search.sort ?? 'CREATED_AT'}
        onChange={(value) => onChange({ sort: SORT_FIELDS.find((one) => one === value) })}
        allowDeselect={false}
      />
      <Switch
        label="Oldest first"
        checked={search.oldestFirst ?? false}
        onChange={({ currentTarget }) => onChange({ oldestFirst: currentTarget.checked || undefined })}
        mb={8}
      />
    </Group>
  );
}
