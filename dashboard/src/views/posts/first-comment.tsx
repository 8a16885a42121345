import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group as Row, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../parts/confirm.js';
import { StatusBadge } from '../../parts/post-status.js';
import { useRun } from '../../parts/use-run.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import classes from './post-part.module.css';
import { Progress } from './post-progress.js';
import type { Group } from './posts.operations.js';

type Part = Group['posts'][number];

interface FirstCommentProps {
  comment: NonNullable<Part['firstComment']>;
  post: Part;
  onChanged: () => void;
}

/** The first comment on a post: what it says, how far it is, and what can be done if it failed. */
export function FirstComment({ comment, post, onChanged }: FirstCommentProps) {
  const { id, text, status, error, allowedActions } = comment;
  const actions = usePostActions();
  const [isAsking, setAsking] = useState(false);
  const { running, run } = useRun();
  const retry = async (acknowledged: boolean) => {
    if (id !== null) await run(() => actions.retryPart(id, acknowledged));
    onChanged();
  };
  const mayBeThere = allowedActions.includes('ACKNOWLEDGE_AND_RETRY');
  return (
    <Stack component="section" aria-label={t`First comment`} gap="xs" className={classes.part}>
      <Row justify="space-between">
        <Text size="sm" c="dimmed">
          <Trans>First comment</Trans>
        </Text>
        <StatusBadge status={status} />
      </Row>
      <Text className={classes.text}>{text}</Text>
      {status !== 'FAILED' && <Progress post={{ ...comment, deletedAt: post.deletedAt }} />}
      {error && (
        <Alert color="red" title={error.message}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{error.advice}</Text>
            {allowedActions.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                loading={running}
                onClick={() => (mayBeThere ? setAsking(true) : retry(false))}
              >
                <Trans>Send the comment again</Trans>
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {isAsking && (
        <Confirm
          title={t`Is it there?`}
          action={t`It is not there: send it again`}
          onConfirm={() => retry(true)}
          onClose={() => setAsking(false)}
        >
          <Trans>
            The platform did not say whether it has the comment. Look at the post first: if the comment is there, it is
            sent a second time.
          </Trans>
        </Confirm>
      )}
    </Stack>
  );
}
