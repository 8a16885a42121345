import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import {
  CalendarIcon,
  CopyIcon,
  type Icon,
  PeopleIcon,
  SyncIcon,
  TagIcon,
  TrashIcon,
  XIcon,
} from '@primer/octicons-react';
import { useState } from 'react';
import { useMay } from '../../parts/may.js';
import { BulkAccounts } from '../../posts/bulk-accounts.js';
import { BulkDialog } from '../../posts/bulk-dialog.js';
import { BulkDuplicate } from '../../posts/bulk-duplicate.js';
import { BulkMove } from '../../posts/bulk-move.js';
import { LabelDialog } from '../../posts/label-dialog.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import classes from './bulk-bar.module.css';
import type { ListedGroup } from './posts.operations.js';

interface BulkBarProps {
  groups: ListedGroup[];
  /** Something was tried. */
  onDone: () => void;
  onClear: () => void;
}

const ACTIONS = [
  ['move', msg`Move`, CalendarIcon],
  ['accounts', msg`Accounts`, PeopleIcon],
  ['label', msg({ message: 'Label', context: 'verb' }), TagIcon],
  ['duplicate', msg`Duplicate`, CopyIcon],
  ['retry', msg`Retry`, SyncIcon],
  ['delete', msg`Delete`, TrashIcon],
] as const satisfies [string, MessageDescriptor, Icon][];
type Action = (typeof ACTIONS)[number][0];

/** What can be done with the selected posts, above the lower edge of the window. */
export function BulkBar({ groups, onDone, onClear }: BulkBarProps) {
  const actions = usePostActions();
  const mayPublish = useMay('PUBLISH');
  const [action, setAction] = useState<Action | null>(null);
  // The list changes while its posts do.
  const [posts, setPosts] = useState(groups);
  const common = { posts, onDone, onClose: () => setAction(null) };
  return (
    <div className={classes.place}>
      <Paper className={classes.bar} role="toolbar" aria-label={t`Selected posts`}>
        <Text size="sm" role="status" className={classes.count}>
          <Trans>{groups.length} selected</Trans>
        </Text>
        <Group gap={2} wrap="nowrap">
          {ACTIONS.filter(([name]) => mayPublish || name !== 'retry').map(([name, label, Icon]) => (
            <Button
              key={name}
              size="xs"
              variant="subtle"
              color={name === 'delete' ? 'red' : 'gray'}
              c={name === 'delete' ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
              leftSection={<Icon size={14} />}
              aria-label={t(label)}
              classNames={{ root: classes.action, label: classes.label, section: classes.icon }}
              onClick={() => {
                setPosts(groups);
                setAction(name);
              }}
            >
              {t(label)}
            </Button>
          ))}
        </Group>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Clear selection`} onClick={onClear}>
          <XIcon />
        </ActionIcon>
      </Paper>
      {action === 'move' && <BulkMove {...common} />}
      {action === 'accounts' && <BulkAccounts {...common} />}
      {action === 'label' && <LabelDialog {...common} posts={posts} />}
      {action === 'duplicate' && <BulkDuplicate {...common} />}
      {action === 'retry' && (
        <BulkDialog
          title={plural(posts.length, { one: 'Retry # post', other: 'Retry # posts' })}
          action={(count) => plural(count, { one: 'Retry # post', other: 'Retry # posts' })}
          done={(count) => plural(count, { one: 'Trying # post again', other: 'Trying # posts again' })}
          rows={posts.map((post) => ({ post, refusal: whyNotRetried(post), after: t`Goes out now` }))}
          act={async ({ post }) => ({ failure: await actions.retry(post.id) })}
          {...common}
        />
      )}
      {action === 'delete' && (
        <BulkDialog
          title={t`Delete posts`}
          action={(count) => plural(count, { one: 'Delete # post', other: 'Delete # posts' })}
          done={(count) => plural(count, { one: '# post deleted', other: '# posts deleted' })}
          danger
          rows={posts.map((post) => ({
            post,
            refusal: post.allowedActions.includes('DELETE') ? null : t`It cannot be deleted now`,
            after: t`Deleted here`,
          }))}
          act={async ({ post }) => ({ failure: await actions.remove(post.id) })}
          {...common}
        >
          <Text size="sm">
            <Trans>
              They are removed here with their log, and cannot be restored. What is live on a platform stays there.
            </Trans>
          </Text>
        </BulkDialog>
      )}
    </div>
  );
}

function whyNotRetried({ allowedActions, status }: ListedGroup): string | null {
  if (allowedActions.includes('RETRY')) return null;
  if (allowedActions.includes('ACKNOWLEDGE_AND_RETRY')) return t`It may be live: open it and look first`;
  return status === 'FAILED' || status === 'PARTIALLY_PUBLISHED' ? t`An account is not connected` : t`It did not fail`;
}
