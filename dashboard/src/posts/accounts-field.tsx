import { t } from '@lingui/core/macro';
import { Group, MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { AccountAvatar } from '../parts/account-avatar.js';
import { FIND_ACCOUNTS } from '../parts/accounts.js';
import { platformName } from '../parts/platform.js';

export interface AccountChoice {
  platform: string | null;
  platformId: string;
  username: string;
  displayName: string;
  picturePath: string | null;
}

interface AccountsFieldProps {
  label: string;
  chosen: AccountChoice[];
  onChoose: (accounts: AccountChoice[]) => void;
}

const TYPING_MS = 200;

/** Chooses some of thousands of accounts. The service searches them by name. */
export function AccountsField({ label, chosen, onChoose }: AccountsFieldProps) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const [{ data, fetching }] = useQuery({ query: FIND_ACCOUNTS, variables: { text } });
  const ids = new Set(chosen.map(({ platformId }) => platformId));
  const found = data?.connectedAccounts?.edges.map(({ node }) => node) ?? [];
  const accounts: AccountChoice[] = [...chosen, ...found.filter(({ platformId }) => !ids.has(platformId))];
  const byId = new Map(accounts.map((account) => [account.platformId, account]));
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length > 0 ? undefined : t`Search by name`}
      searchable
      data={accounts.map(({ platformId, platform, username }) => ({
        value: platformId,
        label: `${platformName(platform ?? '')} @${username}`,
      }))}
      filter={({ options }) => options}
      value={[...ids]}
      onChange={(platformIds) => onChoose(platformIds.flatMap((platformId) => byId.get(platformId) ?? []))}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={fetching ? t`Searching` : t`No account matches`}
      renderOption={({ option }) => {
        const account = byId.get(option.value);
        return (
          <Group gap="sm" wrap="nowrap" py={2}>
            {account && <AccountAvatar account={account} size={24} />}
            <Text size="sm" truncate>
              {option.label}
            </Text>
          </Group>
        );
      }}
    />
  );
}
