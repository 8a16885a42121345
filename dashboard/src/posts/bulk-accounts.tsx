import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asAccount } from '../parts/avatar-stack.js';
import { type AccountChoice, AccountsField } from './accounts-field.js';
import { BulkDialog } from './bulk-dialog.js';
import type { BulkPost } from './bulk-plan.js';
import { Targets } from './targets.js';
import { useBulkChanges } from './use-bulk-changes.js';

type Kind = 'add' | 'remove' | 'replace';

interface BulkAccountsProps {
  posts: BulkPost[];
  onDone: () => void;
  onClose: () => void;
}

const KINDS = [
  {
    value: 'add',
    get label() {
      return t`Add`;
    },
  },
  {
    value: 'remove',
    get label() {
      return t`Remove`;
    },
  },
  {
    value: 'replace',
    get label() {
      return t`Replace all`;
    },
  },
];

/** Changes the accounts of many posts. What is live stays. */
export function BulkAccounts({ posts, onDone, onClose }: BulkAccountsProps) {
  const changes = useBulkChanges();
  const [kind, setKind] = useState<Kind>('add');
  const [chosen, setChosen] = useState<AccountChoice[]>([]);
  const known = new Map(
    [
      ...posts.flatMap((post) =>
        post.posts.map(({ platformId, platformKey, account }) => ({ platformId, ...asAccount(platformKey, account) })),
      ),
      ...chosen,
    ].map((account) => [account.platformId, account]),
  );
  const shown = (platformIds: readonly string[]) => (
    <Targets accounts={platformIds.flatMap((platformId) => known.get(platformId) ?? [])} />
  );
  const ids = chosen.map(({ platformId }) => platformId);
  const rows = posts.map((post) => {
    const before = [...new Set(post.posts.map(({ platformId }) => platformId))];
    const live = new Set(post.posts.filter(({ status }) => status === 'PUBLISHED').map(({ platformId }) => platformId));
    const after =
      kind === 'add'
        ? [...new Set([...before, ...ids])]
        : kind === 'remove'
          ? before.filter((platformId) => live.has(platformId) || !ids.includes(platformId))
          : [...new Set([...before.filter((platformId) => live.has(platformId)), ...ids])];
    const isSame = after.length === before.length && after.every((platformId) => before.includes(platformId));
    const refusal = !post.allowedActions.includes('EDIT')
      ? t`It can no longer be edited`
      : ids.length === 0 || isSame
        ? t`Nothing changes`
        : after.length === 0
          ? t`No account would be left`
          : null;
    return { post, after: shown(after), before: shown(before), platformIds: after, refusal };
  });
  return (
    <BulkDialog
      title={plural(posts.length, { one: 'Accounts of # post', other: 'Accounts of # posts' })}
      action={(count) => plural(count, { one: 'Change # post', other: 'Change # posts' })}
      done={(count) => plural(count, { one: 'Accounts of # post changed', other: 'Accounts of # posts changed' })}
      rows={rows}
      act={({ post, platformIds }) => changes.target(post, platformIds)}
      onDone={onDone}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SegmentedControl aria-label={t`How`} data={KINDS} value={kind} onChange={(value) => setKind(value as Kind)} />
        <AccountsField label={t`Accounts`} chosen={chosen} onChoose={setChosen} />
        <Text size="sm" c="dimmed">
          <Trans>An account that has a post already keeps it.</Trans>
        </Text>
      </Stack>
    </BulkDialog>
  );
}
