import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNotice } from '../../parts/failure-notice.js';
import { useMay } from '../../parts/may.js';
import { Panel } from '../../parts/panel.js';
import { CommentField } from './comment-field.js';
import { CommentThread } from './comment-thread.js';
import classes from './comments.module.css';
import { useComments } from './use-comments.js';

/** What the people who work on a post write about it: open threads, and resolved ones on request. */
export function CommentsPanel({ postGroupId }: { postGroupId: string }) {
  const { data, failure, refresh, actions } = useComments(postGroupId);
  const [showsResolved, setShowsResolved] = useState(false);
  const mayWrite = useMay('DRAFT');
  const group = data?.postGroup;
  const people = data?.viewer?.mentionable ?? [];
  const notice = failure && <FailureNotice failure={failure} onRetry={refresh} />;
  // For a person who works alone, there are no others to read it.
  const isOffered = mayWrite && people.length > 1;
  if (!group || (group.commentThreads.length === 0 && !isOffered)) return notice;
  const resolved = group.commentThreads.filter(({ resolvedAt }) => resolvedAt !== null);
  const shown = showsResolved ? group.commentThreads : group.commentThreads.filter((one) => !resolved.includes(one));
  return (
    <Panel
      title={group.openThreads > 0 ? t`Comments · ${group.openThreads} open` : t`Comments`}
      actions={
        resolved.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setShowsResolved(!showsResolved)}>
            {showsResolved
              ? t`Hide resolved`
              : plural(resolved.length, { one: 'Show # resolved thread', other: 'Show # resolved threads' })}
          </Button>
        )
      }
    >
      {notice}
      {group.commentThreads.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Talk about this post with the people who work on it. Nothing of it is published.</Trans>
        </Text>
      )}
      {shown.length > 0 && (
        <Stack component="ul" className={classes.threads} aria-label={t`Threads`}>
          {shown.map((thread) => (
            <CommentThread key={thread.threadId} thread={thread} people={people} {...actions} />
          ))}
        </Stack>
      )}
      {mayWrite && (
        <CommentField
          label={t`New comment`}
          placeholder={t`Comment, or mention somebody with @`}
          action={t({ message: 'Comment', context: 'verb' })}
          people={people}
          onSend={(comment) => actions.add({ ...comment, threadId: null })}
        />
      )}
    </Panel>
  );
}
