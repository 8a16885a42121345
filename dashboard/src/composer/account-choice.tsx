import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { Account, AccountList } from '../parts/accounts.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { PageLink } from '../parts/link.js';
import { AccountChip, nameOf, whyNot } from './account-chip.js';
import { AccountSets } from './account-sets.js';
import classes from './accounts.module.css';
import type { ChosenAccounts } from './chosen-accounts.js';
import { moveFocus } from './roving.js';
import { useAccountSearch } from './use-account-search.js';

/** From how many accounts on they can be searched; so many are shown at first. */
const MANY = 12;
const NONE: Account[] = [];

interface AccountChoiceProps {
  accounts: AccountList;
  /** Platform ids. */
  chosen: string[];
  resolved: ChosenAccounts;
  onChoose: (platformIds: string[]) => void;
  error: string | null;
}

/** The accounts of the post as chips. A key in the text renders none of them again. */
export const AccountChoice = memo(function AccountChoice(props: AccountChoiceProps) {
  const { accounts: loaded, chosen, resolved, onChoose, error } = props;
  const { list, isComplete, onMore, failure, onRetry } = loaded;
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(MANY);
  const found = useAccountSearch(search, resolved.learn);
  // What was switched off stays in its place, to be switched on again.
  const [seen, setSeen] = useState<Account[]>(NONE);
  const shown = useMemo(
    () => found.accounts ?? sorted(uniqueOf([...list.slice(0, limit), ...resolved.chosen, ...seen])),
    [found.accounts, list, limit, resolved.chosen, seen],
  );
  const latest = useRef(chosen);
  latest.current = chosen;
  const toggle = useCallback(
    (account: Account) => {
      const { platformId } = account;
      const others = latest.current.filter((other) => other !== platformId);
      const isOn = others.length < latest.current.length;
      resolved.learn([account]);
      setSeen((before) => uniqueOf([...before, account]));
      onChoose(isOn ? others : [...others, platformId]);
    },
    [onChoose, resolved.learn],
  );
  const [stop, setStop] = useState<string | null>(null);
  const focus = useCallback(({ platformId }: Account) => setStop(platformId), []);
  const usable = shown.filter((account) => whyNot(account) === null || chosen.includes(account.platformId));
  const stopId = usable.some(({ platformId }) => platformId === stop) ? stop : usable[0]?.platformId;
  const refused = shown.filter((account) => whyNot(account) !== null);
  const problem = failure ?? found.failure;
  const hasMore = found.accounts === null && (list.length > limit || onMore !== null);
  return (
    <Stack gap="xs" component="section" aria-label={t`Accounts of the post`}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status">
          {chosen.length === 0 ? t`Choose where to post` : t`Post to ${chosen.length}`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {(list.length > MANY || !isComplete) && (
            <TextInput
              size="xs"
              type="search"
              aria-label={t`Search accounts`}
              placeholder={t`Find an account`}
              maxLength={200}
              leftSection={<SearchIcon />}
              value={search}
              rightSection={search && <CloseButton size="xs" aria-label={t`Clear`} onClick={() => setSearch('')} />}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <AccountSets chosen={chosen} onChoose={onChoose} />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in all browsers. */}
      <div role="group" aria-label={t`Accounts`} className={classes.chips} onKeyDown={moveFocus}>
        {shown.map((account) => (
          <AccountChip
            key={account.platformId}
            account={account}
            isChosen={chosen.includes(account.platformId)}
            isStop={account.platformId === stopId}
            onToggle={toggle}
            onFocus={focus}
          />
        ))}
        {hasMore && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setLimit(limit + 3 * MANY);
              if (list.length < limit + 3 * MANY) onMore?.();
            }}
          >
            <Trans>More accounts</Trans>
          </Button>
        )}
      </div>
      {found.note && (
        <Text size="sm" c="dimmed" role="status">
          {found.note}
        </Text>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {refused.length > 0 && <Refused accounts={refused} />}
      {problem && <FailureNotice failure={problem} onRetry={onRetry} />}
      {resolved.gone.map((platformId) => (
        <Alert key={platformId} color="orange" title={t`${platformId} is no longer connected`}>
          <Button size="xs" variant="default" onClick={() => onChoose(chosen.filter((other) => other !== platformId))}>
            <Trans>Remove it from this post</Trans>
          </Button>
        </Alert>
      ))}
    </Stack>
  );
});

/** Why some accounts cannot be chosen, and where that is repaired. */
const Refused = ({ accounts }: { accounts: Account[] }) => (
  <Stack gap={2}>
    {accounts.slice(0, 3).map((account) => (
      <Text key={account.platformId} size="xs" c="dimmed">
        {nameOf(account)}: {whyNot(account)}{' '}
        <PageLink to="/accounts" search={{ text: account.username }}>
          <Trans>Reconnect</Trans>
        </PageLink>
      </Text>
    ))}
    {accounts.length > 3 && (
      <Text size="xs" c="dimmed">
        <Trans>
          {accounts.length - 3} more cannot be posted to. <PageLink to="/accounts">Accounts</PageLink>
        </Trans>
      </Text>
    )}
  </Stack>
);

const uniqueOf = (accounts: Account[]): Account[] => [
  ...new Map(accounts.map((account) => [account.platformId, account])).values(),
];

/** By platform; those that cannot be posted to come last. */
const sorted = (accounts: Account[]): Account[] =>
  accounts.toSorted(
    (one, other) =>
      Number(whyNot(one) !== null) - Number(whyNot(other) !== null) ||
      String(one.platform).localeCompare(String(other.platform)),
  );
