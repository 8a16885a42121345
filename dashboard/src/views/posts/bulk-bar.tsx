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
import { plural } from '../../parts/act-on-all.js';
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
  ['move', 'Move', CalendarIcon],
  ['accounts', 'Accounts', PeopleIcon],
  ['label', 'Label', TagIcon],
  ['duplicate', 'Duplicate', CopyIcon],
  ['retry', 'Retry', SyncIcon],
  ['delete', 'Delete', TrashIcon],
] as const satisfies [string, string, Icon][];
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
      <Paper className={classes.bar} role="toolbar" aria-label="Selected posts">
        <Text size="sm" role="status" className={classes.count}>
          {groups.length} selected
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
              aria-label={label}
              classNames={{ root: classes.action, label: classes.label, section: classes.icon }}
              onClick={() => {
                setPosts(groups);
                setAction(name);
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
        <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={onClear}>
          <XIcon />
        </ActionIcon>
      </Paper>
      {action === 'move' && <BulkMove {...common} />}
      {action === 'accounts' && <BulkAccounts {...common} />}
      {action === 'label' && <LabelDialog {...common} posts={posts} />}
      {action === 'duplicate' && <BulkDuplicate {...common} />}
      {action === 'retry' && (
        <BulkDialog
          title={`Retry ${plural(posts.length, 'post')}`}
          action={(count) => `Retry ${plural(count, 'post')}`}
          done={(count) => `Trying ${plural(count, 'post')} again`}
          rows={posts.map((post) => ({ post, refusal: whyNotRetried(post), after: 'Goes out now' }))}
          act={async ({ post }) => ({ failure: await actions.retry(post.id) })}
          {...common}
        />
      )}
      {action === 'delete' && (
        <BulkDialog
          title="Delete posts"
          action={(count) => `Delete ${plural(count, 'post')}`}
          done={(count) => `${plural(count, 'post')} deleted`}
          danger
          rows={posts.map((post) => ({
            post,
            refusal: post.allowedActions.includes('DELETE') ? null : 'It cannot be deleted now',
            after: 'Deleted here',
          }))}
          act={async ({ post }) => ({ failure: await actions.remove(post.id) })}
          {...common}
        >
          <Text size="sm">
            They are removed here with their log, and cannot be restored. What is live on a platform stays there.
          </Text>
        </BulkDialog>
      )}
    </div>
  );
}

function whyNotRetried({ allowedActions, status }: ListedGroup): string | null {
  if (allowedActions.includes('RETRY')) return null;
  if (allowedActions.includes('ACKNOWLEDGE_AND_RETRY')) return 'It may be live: open it and look first';
  return status === 'FAILED' || status === 'PARTIALLY_PUBLISHED' ? 'An account is not connected' : 'It did not fail';
}
