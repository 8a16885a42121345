import platforms from 'virtual:platform-settings';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, TextInput } from '@mantine/core';
import type { Account } from '../parts/accounts.js';
import { nameOf } from './account-chip.js';
import type { DraftState } from './use-draft.js';

interface OwnCommentProps extends Pick<DraftState, 'draft' | 'change'> {
  account: Account;
}

/** The first comment of a single account: that of its platform, until another one is written. */
export function OwnComment({ account, draft, change }: OwnCommentProps) {
  const { platformId, platform } = account;
  const key = platform?.toLowerCase() ?? '';
  const settings = platforms.find((one) => one.platform === key)?.settings ?? [];
  if (!settings.some(({ name }) => name === 'firstComment')) return null;
  const common = String(draft.settings[key]?.firstComment ?? '');
  const own = draft.comments[platformId];
  const clear = () => change(({ comments: { [platformId]: _, ...others } }) => ({ comments: others }));
  return (
    <>
      <TextInput
        mt="xs"
        label={t`First comment for ${nameOf(account)}`}
        placeholder={t`None`}
        value={own ?? common}
        onChange={({ currentTarget: { value } }) =>
          change(({ comments }) => ({ comments: { ...comments, [platformId]: value } }))
        }
      />
      {own !== undefined && (
        <Text size="xs">
          <Button size="compact-xs" variant="subtle" onClick={clear}>
            <Trans>Use the common first comment for {nameOf(account)}</Trans>
          </Button>
        </Text>
      )}
    </>
  );
}
