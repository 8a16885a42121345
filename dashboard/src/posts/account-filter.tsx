import { t } from '@lingui/core/macro';
import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { AccountAvatar } from '../parts/account-avatar.js';
import { ACCOUNT_OF_TARGET, FIND_ACCOUNTS } from '../parts/accounts.js';
import { platformName } from '../parts/platform.js';

/** The pause after the last key before the search starts. */
const TYPING_MS = 200;

interface AccountFilterProps {
  /** A platform id. */
  value: string | undefined;
  onChange: (platformId: string | undefined) => void;
  /** Shown while none is chosen. */
  placeholder?: string;
  size?: 'xs' | 'sm';
}

/** Chooses one of thousands of accounts. The service searches them by name. */
export function AccountFilter({ value, onChange, placeholder = t`Any account`, size = 'xs' }: AccountFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [chosen] = useQuery({ query: ACCOUNT_OF_TARGET, variables: { platformId: value ?? '' }, pause: !value });
  const known = value ? chosen.data?.connectedAccount : null;
  const labelOf = (account: { platform: string | null; username: string }) =>
    `${platformName(account.platform ?? '')} @${account.username}`;
  // The field has the name of the chosen account until something else is typed.
  const wanted = known && typed === labelOf(known) ? '' : typed;
  const [text] = useDebouncedValue(wanted, TYPING_MS);
  const [{ data, fetching }] = useQuery({ query: FIND_ACCOUNTS, variables: { text }, pause: !isOpen });
  const found = data?.connectedAccounts?.edges.map(({ node }) => node) ?? [];
  const accounts = known ? [known, ...found.filter(({ platformId }) => platformId !== known.platformId)] : found;
  const byId = new Map(accounts.map((account) => [account.platformId, account]));
  return (
    <Select
      aria-label={t`Account`}
      placeholder={placeholder}
      size={size}
      w="12rem"
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`Any account` }}
      data={[
        ...(value && !byId.has(value) ? [{ value, label: value }] : []),
        ...accounts.map((account) => ({ value: account.platformId, label: labelOf(account) })),
      ]}
      filter={({ options }) => options}
      value={value ?? null}
      onChange={(platformId) => onChange(platformId ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={fetching ? t`Searching` : t`No account matches`}
      renderOption={({ option }) => {
        const account = byId.get(option.value);
        return account ? (
          <Group gap="sm" wrap="nowrap" py={2}>
            <AccountAvatar account={account} size={24} />
            <Text size="sm" truncate>
              {labelOf(account)}{' '}
              <Text span c="dimmed" size="sm">
                {account.displayName}
              </Text>
            </Text>
          </Group>
        ) : (
          option.label
        );
      }}
    />
  );
}
