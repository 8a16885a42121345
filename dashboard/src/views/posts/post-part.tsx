import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Paper, Group as Row, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { asAccount } from '../../parts/avatar-stack.js';
import { Confirm } from '../../parts/confirm.js';
import { platformName } from '../../parts/platform.js';
import { StatusBadge } from '../../parts/post-status.js';
import { useRun } from '../../parts/use-run.js';
import { FailureCard } from '../../posts/failure-card.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import { FirstComment } from './first-comment.js';
import classes from './post-part.module.css';
import { Progress } from './post-progress.js';
import { PostReplies } from './post-replies.js';
import type { Group } from './posts.operations.js';

type Part = Group['posts'][number];

interface PostTargetProps {
  group: Group;
  /** The parts of one account, in order. Only a thread has several. */
  parts: Part[];
  onChanged: () => void;
}

/** A post on one account: who posts it, what goes out there, and how far it is. */
export function PostTarget({ group, parts, onChanged }: PostTargetProps) {
  const [first] = parts;
  if (!first) return null;
  const { platformKey, account } = first;
  const name = platformName(platformKey);
  const isThread = parts.length > 1;
  return (
    <Paper component="article" withBorder aria-label={account ? `${name} @${account.username}` : name}>
      <Row className={classes.head} justify="space-between" wrap="nowrap">
        <Row gap="sm" wrap="nowrap" miw={0}>
          <AccountAvatar account={asAccount(platformKey, account)} size={36} />
          <Stack gap={0} miw={0}>
            <Title order={3} size="h5" lineClamp={1}>
              {account?.displayName ?? name}
            </Title>
            <Text size="sm" c="dimmed" truncate>
              {account ? `@${account.username} · ${name}` : t`Not connected`}
            </Text>
          </Stack>
        </Row>
        {!isThread && <StatusBadge status={first.status} />}
      </Row>
      {parts.map((post, index) => (
        <PostPart
          key={post.id}
          post={post}
          group={group}
          onChanged={onChanged}
          head={
            isThread && (
              <Row justify="space-between">
                <Text size="sm" c="dimmed">
                  <Trans>
                    Part {index + 1} of {parts.length}
                  </Trans>
                </Text>
                <StatusBadge status={post.status} />
              </Row>
            )
          }
        />
      ))}
      {group.addSignature && isUnsent(first) && account?.signature && (
        <Stack component="section" aria-label={t`Signature`} gap="xs" className={classes.part}>
          <Text size="sm" c="dimmed">
            <Trans>Signature</Trans>
          </Text>
          <Text className={classes.text}>{account.signature}</Text>
        </Stack>
      )}
      {first.firstComment && <FirstComment comment={first.firstComment} post={first} onChanged={onChanged} />}
    </Paper>
  );
}

/** Once it is sent, its text has the signature. */
const isUnsent = ({ status, attemptCount }: Part): boolean =>
  attemptCount === 0 && (status === 'DRAFT' || status === 'SCHEDULED');

interface PostPartProps {
  post: Part;
  group: Group;
  head: ReactNode;
  onChanged: () => void;
}

function PostPart({ post, group, head, onChanged }: PostPartProps) {
  const { id, platformKey, account, status, error, allowedActions } = post;
  const actions = usePostActions();
  const [asking, setAsking] = useState<'unpublish' | 'acknowledge' | null>(null);
  const { running, run: attempt } = useRun();
  const run = async (action: () => Promise<Failure | null>) => {
    await attempt(action);
    onChanged();
  };
  const name = platformName(platformKey);
  return (
    <Stack gap="xs" className={classes.part}>
      {head}
      {post.content !== group.content && <Text className={classes.text}>{post.content}</Text>}
      <Row gap="xs" justify="space-between">
        {(status !== 'FAILED' || post.attemptCount > 1) && <Progress post={post} />}
        {allowedActions.includes('UNPUBLISH') && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            loading={running}
            onClick={() => setAsking('unpublish')}
          >
            <Trans>Delete on {name}</Trans>
          </Button>
        )}
      </Row>
      {error && (
        <FailureCard
          part={{ ...post, error }}
          group={group}
          onLook={() => setAsking('acknowledge')}
          onChanged={onChanged}
        />
      )}
      {platformKey === 'threadtalk' && status === 'PUBLISHED' && <PostReplies post={post} />}
      {asking === 'unpublish' && (
        <Confirm
          title={t`Delete on ${name}`}
          action={t`Delete there`}
          onConfirm={() => run(() => actions.unpublish(id))}
          onClose={() => setAsking(null)}
        >
          <Trans>
            The post is deleted on the platform, with the parts of its thread after it. It cannot be restored there.
          </Trans>
        </Confirm>
      )}
      {asking === 'acknowledge' && (
        <Confirm
          title={t`Is it live?`}
          action={t`It is not there: retry`}
          onConfirm={() => run(() => actions.retryPart(id, true))}
          onClose={() => setAsking(null)}
        >
          {account?.profileUrl ? (
            <Trans>
              The platform did not say whether it has the post. Look at{' '}
              <Anchor href={account.profileUrl} target="_blank" rel="noreferrer" underline="always">
                @{account.username}
              </Anchor>{' '}
              first: if the post is there, a retry publishes it a second time.
            </Trans>
          ) : (
            <Trans>
              The platform did not say whether it has the post. Look at the account first: if the post is there, a retry
              publishes it a second time.
            </Trans>
          )}
        </Confirm>
      )}
    </Stack>
  );
}
