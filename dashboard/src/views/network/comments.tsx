import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { ADD_COMMENT, REMOVE_COMMENT } from './network.operations.js';
import type { PostProps } from './post-props.js';

const LONGEST = 1250;
/** Kept of a post. */
const MOST = 50;

interface OwnComment {
  commentId: string;
  commentUrn: string;
  message: string;
}

/** Comments and replies of the account. The platform lists none, so this browser keeps those that were made here. */
export function Comments(post: PostProps) {
  const { platformId, postedId } = post;
  const [, add] = useMutation(ADD_COMMENT);
  const [, remove] = useMutation(REMOVE_COMMENT);
  const [comments, setComments] = useLocalStorage<OwnComment[]>({
    key: `comments ${platformId} ${postedId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [answering, setAnswering] = useState<OwnComment | null>(null);
  const [removing, setRemoving] = useState<OwnComment | null>(null);

  const send = async (message: string) => {
    const result = await add({ input: { ...post, message, parentComment: answering?.commentUrn } });
    const { comment } = result.data?.addComment ?? {};
    if (comment) {
      const { commentId, commentUrn } = comment;
      setComments((before) => [{ commentId, commentUrn, message: comment.message }, ...before].slice(0, MOST));
      setAnswering(null);
      showDone(answering ? t`Answer sent` : t`Comment sent`);
    }
    return failureOf(result);
  };
  const takeBack = async ({ commentId }: OwnComment) => {
    const failure = failureOf(await remove({ input: { ...post, commentId } }));
    // One that is gone is as it should be.
    if (failure && failure.details.failure !== 'NOT_FOUND_ON_PLATFORM') return showFailure(failure);
    setComments((before) => before.filter((comment) => comment.commentId !== commentId));
    showDone(t`Comment removed`);
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>Comment</Trans>
      </Title>
      <Form
        action={answering ? t`Send the answer` : t`Send the comment`}
        onSubmit={({ message = '' }) => send(message)}
      >
        <Textarea
          label={answering ? t`Answer to “${answering.message}”` : t`Comment`}
          description={t`At most ${LONGEST} characters. It is public.`}
          name="message"
          required
          withAsterisk={false}
          maxLength={LONGEST}
          autosize
          minRows={2}
        />
      </Form>
      {answering && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setAnswering(null)}>
            <Trans>Do not answer</Trans>
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          The platform does not list comments to this service: read those of others there. These were sent from this
          browser.
        </Trans>
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Comments`}>
        {comments.map((comment) => (
          <Paper key={comment.commentId} component="li" withBorder p="sm">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{comment.message}</Text>
            <Group gap="xs" mt="xs">
              <Button size="xs" variant="default" onClick={() => setAnswering(comment)}>
                <Trans>Answer</Trans>
              </Button>
              <Button size="xs" variant="default" onClick={() => setRemoving(comment)}>
                <Trans>Remove</Trans>
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
      {removing && (
        <Confirm
          title={t`Remove the comment`}
          action={t`Remove it`}
          onConfirm={() => takeBack(removing)}
          onClose={() => setRemoving(null)}
        >
          <Trans>It is deleted on the platform, with the answers to it.</Trans>
        </Confirm>
      )}
    </Stack>
  );
}
