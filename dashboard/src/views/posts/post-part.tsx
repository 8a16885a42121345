import { Alert, Anchor, Button, Code, Paper, Group as Row, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { platformName } from '../../parts/platform.js';
import { StatusBadge } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import { PostReplies } from './post-replies.js';
import type { Group } from './posts.operations.js';
import { usePostActions } from './use-post-actions.js';

type Part = Group['posts'][number];

const FAULTS: Record<NonNullable<Part['error']>['fault'], string> = {
  ACCOUNT: 'The account has to be connected again, or given a right.',
  CONTENT: 'The content or its settings have to change.',
  PLATFORM: 'The platform had an error or applied a limit.',
  SERVICE: 'This service was at fault.',
};

interface PostPartProps {
  post: Part;
  /** The text of the group. A part may have a different text. */
  content: string;
  onChanged: () => void;
}

/** The story of a post on one platform. */
export function PostPart({ post, content, onChanged }: PostPartProps) {
  const { id, platformKey, account, status, allowedActions } = post;
  const actions = usePostActions();
  const [asking, setAsking] = useState<'unpublish' | 'acknowledge' | null>(null);
  const [running, setRunning] = useState(false);
  const run = async (action: () => Promise<Failure | null>) => {
    setRunning(true);
    const failure = await action();
    setRunning(false);
    if (failure) showFailure(failure);
    onChanged();
  };
  const name = platformName(platformKey);
  return (
    <Paper component="article" withBorder p="md" aria-label={name}>
      <Stack gap="xs">
        <Row justify="space-between">
          <Title order={3} size="h5">
            {name} {account && <Text span>@{account.username}</Text>}
          </Title>
          <StatusBadge status={status} />
        </Row>
        {post.content !== content && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {post.content}
          </Text>
        )}
        <Progress post={post} />
        {post.error && <Reason error={post.error} />}
        <Row gap="xs">
          {allowedActions.includes('RETRY') && (
            <Button size="xs" loading={running} onClick={() => run(() => actions.retryPart(id))}>
              Retry
            </Button>
          )}
          {allowedActions.includes('ACKNOWLEDGE_AND_RETRY') && (
            <Button size="xs" loading={running} onClick={() => setAsking('acknowledge')}>
              I looked: retry
            </Button>
          )}
          {allowedActions.includes('UNPUBLISH') && (
            <Button size="xs" variant="default" loading={running} onClick={() => setAsking('unpublish')}>
              Delete on {name}
            </Button>
          )}
        </Row>
        {platformKey === 'threadtalk' && status === 'PUBLISHED' && <PostReplies post={post} />}
      </Stack>
      {asking === 'unpublish' && (
        <Confirm
          title={`Delete on ${name}`}
          action="Delete there"
          onConfirm={() => run(() => actions.unpublish(id))}
          onClose={() => setAsking(null)}
        >
          The post is deleted on the platform, with the parts of its thread after it. It cannot be restored there.
        </Confirm>
      )}
      {asking === 'acknowledge' && (
        <Confirm
          title="Is it live?"
          action="It is not there: retry"
          onConfirm={() => run(() => actions.retryPart(id, true))}
          onClose={() => setAsking(null)}
        >
          The platform did not say whether it has the post. Look at the account first: if the post is there, a retry
          publishes it a second time.
        </Confirm>
      )}
    </Paper>
  );
}

/** The state of the part, in a sentence. */
function Progress({ post: { status, attemptCount, dueAt, publishedAt, deletedAt, url } }: { post: Part }) {
  const attempts = attemptCount > 1 && ` after ${attemptCount} attempts`;
  return (
    <Text size="sm" c="dimmed">
      {status === 'DRAFT' && 'It goes out once the post has a time.'}
      {(status === 'SCHEDULED' || status === 'PENDING') && (
        <>
          Waits for its turn
          {dueAt && (
            <>
              {' '}
              at <Time at={dueAt} />
            </>
          )}
          .
        </>
      )}
      {status === 'PROCESSING' &&
        (dueAt && attemptCount > 0 ? (
          <>
            Attempt {attemptCount} did not succeed; the next is due <Time at={dueAt} />.
          </>
        ) : (
          'Is being sent.'
        ))}
      {status === 'PUBLISHED' && (
        <>
          Published{attempts}
          {publishedAt && (
            <>
              , <Time at={publishedAt} />
            </>
          )}
          .{' '}
        </>
      )}
      {status === 'FAILED' && <>Not published{attempts}.</>}
      {status === 'DELETED' && (
        <>
          Deleted on the platform
          {deletedAt && (
            <>
              , <Time at={deletedAt} />
            </>
          )}
          .
        </>
      )}
      {status === 'PUBLISHED' && url && (
        <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
          Show it there
        </Anchor>
      )}
    </Text>
  );
}

function Reason({ error }: { error: NonNullable<Part['error']> }) {
  const { message, advice, fault, code, platformError, platformStatusCode } = error;
  return (
    <Alert color="red" title={message}>
      <Stack gap={4}>
        <Text size="sm">{FAULTS[fault]}</Text>
        <Text size="sm" fw={600}>
          {advice}
        </Text>
        {platformError && (
          <Text size="sm">
            The platform{platformStatusCode ? ` (${platformStatusCode})` : ''}: “{platformError}”
          </Text>
        )}
        <Text size="sm">
          <Code>{code}</Code>
        </Text>
      </Stack>
    </Alert>
  );
}
