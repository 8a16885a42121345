import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { type Account, type AccountList, useFurtherAccounts } from '../../parts/accounts.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { platformName } from '../../parts/platform.js';

/** From how many accounts on they can be searched. */
const MANY = 9;

interface AccountChoiceProps {
  accounts: AccountList;
  /** Platform ids. */
  chosen: string[];
  onChoose: (platformIds: string[]) => void;
  error: string | null;
}

/** Where it is posted. Hundreds of accounts are not rendered again for every key. */
export const AccountChoice = memo(function AccountChoice({
  accounts: loaded,
  chosen,
  onChoose,
  error,
}: AccountChoiceProps) {
  const { list: accounts, isComplete, onMore, failure, onRetry } = loaded;
  const [search, setSearch] = useState('');
  const known = new Set(accounts.map(({ platformId }) => platformId));
  const unknown = chosen.filter((platformId) => !known.has(platformId));
  useFurtherAccounts(loaded, search.trim() !== '' || unknown.length > 0);
  const sorted = accounts.toSorted((one, other) => String(one.platform).localeCompare(String(other.platform)));
  const shown = sorted.filter((account) => textOf(account).includes(search.trim().toLowerCase()));
  const gone = isComplete ? unknown : [];
  return (
    <Stack gap="xs">
      {accounts.length >= MANY && (
        <TextInput
          label="Search accounts"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <Checkbox.Group label="Accounts" value={chosen} onChange={onChoose} error={error}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4} spacing="xs">
          {shown.map((account) => (
            <AccountBox key={account.id} account={account} isChosen={chosen.includes(account.platformId)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {onMore && (
        <Button size="xs" variant="default" onClick={onMore} style={{ alignSelf: 'flex-start' }}>
          More accounts
        </Button>
      )}
      {failure && <FailureNotice failure={failure} onRetry={onRetry} />}
      {gone.map((platformId) => (
        <Alert key={platformId} color="orange" title={`${platformId} is no longer connected`}>
          <Button size="xs" variant="default" onClick={() => onChoose(chosen.filter((other) => other !== platformId))}>
            Remove it from this post
          </Button>
        </Alert>
      ))}
    </Stack>
  );
});

function AccountBox({ account, isChosen }: { account: Account; isChosen: boolean }) {
  const { platform, platformId, username } = account;
  const reason = whyNot(account);
  return (
    <Checkbox
      value={platformId}
      disabled={reason !== null && !isChosen}
      description={reason}
      label={
        <Group gap="xs" wrap="nowrap" component="span">
          <AccountAvatar account={account} size="sm" />
          <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
            {platformName(platform ?? '')} @{username}
          </Text>
        </Group>
      }
    />
  );
}

const textOf = ({ platform, username, displayName }: Account): string =>
  `${platform} ${username} ${displayName}`.toLowerCase();

/** Why nothing can be posted to it; null if it can. */
export function whyNot({ platform, revokedAt, tokenStatus }: Account): string | null {
  if (platform === null) return 'This platform is no longer supported.';
  if (revokedAt) return 'The platform refused its access: connect it again.';
  return tokenStatus === 'EXPIRED' ? 'Its access has expired: connect it again.' : null;
}
