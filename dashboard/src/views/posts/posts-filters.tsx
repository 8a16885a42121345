import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Menu, MultiSelect } from '@mantine/core';
import { CheckIcon, SortDescIcon, XIcon } from '@primer/octicons-react';
import { useRef } from 'react';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { SearchField } from '../../parts/search-field.js';
import { useShortcuts } from '../../parts/shortcuts.js';
import { AccountFilter } from '../../posts/account-filter.js';
import { DateFilter } from '../../posts/date-filter.js';
import { LabelFilter } from '../../posts/label-filter.js';
import { type PostsSearch, SORT_FIELDS } from './posts-search.js';

const SORTED_BY: Record<NonNullable<PostsSearch['sort']>, MessageDescriptor> = {
  CREATED_AT: msg`Created`,
  SCHEDULED_TIME: msg`Scheduled time`,
  PUBLISHED_AT: msg`Published`,
  UPDATED_AT: msg`Last changed`,
};
interface PostsFiltersProps {
  search: PostsSearch;
  onChange: (changes: Partial<PostsSearch>) => void;
}

/** What narrows the list, in one row: words, dates, an account, platforms, labels, and the order. */
export function PostsFilters({ search, onChange }: PostsFiltersProps) {
  const { from, to, target, platforms, access, labels, match } = search;
  const words = useRef<HTMLInputElement>(null);
  useShortcuts([['/', () => words.current?.focus()]]);
  const isNarrowed = [search.text, from, to, target, platforms, access, labels].some(Boolean);
  return (
    <Group gap="xs">
      <SearchField
        ref={words}
        label={undefined}
        aria-label={t`Search`}
        placeholder={t`Search the text`}
        size="xs"
        w={{ base: '100%', sm: '16rem' }}
        value={search.text}
        onSearch={(text) => onChange({ text })}
      />
      <DateFilter from={from} to={to} onChange={onChange} />
      <AccountFilter value={target} onChange={(platformId) => onChange({ target: platformId })} />
      <MultiSelect
        aria-label={t`Platforms`}
        size="xs"
        w="10rem"
        placeholder={platforms ? undefined : t`Any platform`}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={platforms ?? []}
        onChange={(value) =>
          onChange({ platforms: value.length > 0 ? PLATFORMS.filter((one) => value.includes(one)) : undefined })
        }
      />
      <LabelFilter labels={labels} match={match} onChange={onChange} />
      {access && (
        <Button
          size="xs"
          variant="light"
          rightSection={<XIcon size={12} />}
          aria-label={t`Remove the filter: no access to the account`}
          onClick={() => onChange({ access: undefined })}
        >
          <Trans>No access to the account</Trans>
        </Button>
      )}
      {isNarrowed && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() =>
            onChange({
              text: undefined,
              from: undefined,
              to: undefined,
              target: undefined,
              platforms: undefined,
              access: undefined,
              labels: undefined,
              match: undefined,
            })
          }
        >
          <Trans>Clear</Trans>
        </Button>
      )}
      <Order search={search} onChange={onChange} />
    </Group>
  );
}

function Order({ search: { sort = 'CREATED_AT', oldestFirst }, onChange }: PostsFiltersProps) {
  const by = t(SORTED_BY[sort]);
  const name = oldestFirst ? t`Order: ${by}, oldest first` : t`Order: ${by}, newest first`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} ms="auto" aria-label={name} title={name}>
          <SortDescIcon size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Order by</Trans>
        </Menu.Label>
        {SORT_FIELDS.map((field) => (
          <Menu.Item
            key={field}
            leftSection={<Check isOn={field === sort} />}
            onClick={() => onChange({ sort: field })}
          >
            {t(SORTED_BY[field])}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {[false, true].map((isOldest) => (
          <Menu.Item
            key={String(isOldest)}
            leftSection={<Check isOn={isOldest === (oldestFirst ?? false)} />}
            onClick={() => onChange({ oldestFirst: isOldest || undefined })}
          >
            {isOldest ? t`Oldest first` : t`Newest first`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const Check = ({ isOn }: { isOn: boolean }) => (isOn ? <CheckIcon size={14} /> : <span style={{ width: 14 }} />);
