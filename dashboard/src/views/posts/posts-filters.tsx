import { Group, MultiSelect, Select, Switch } from '@mantine/core';
import { useRef } from 'react';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { SearchField } from '../../parts/search-field.js';
import { useShortcuts } from '../../parts/shortcuts.js';
import { type PostsSearch, SORT_FIELDS } from './posts-search.js';

const SORTED_BY = {
  CREATED_AT: 'Created',
  SCHEDULED_TIME: 'Scheduled time',
  PUBLISHED_AT: 'Published',
  UPDATED_AT: 'Last changed',
};
interface PostsFiltersProps {
  search: PostsSearch;
  onChange: (changes: Partial<PostsSearch>) => void;
}

export function PostsFilters({ search, onChange }: PostsFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([['/', () => field.current?.focus()]]);
  return (
    <Group align="end">
      <SearchField
        ref={field}
        placeholder="Words of the text"
        value={search.text}
        onSearch={(text) => onChange({ text })}
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
