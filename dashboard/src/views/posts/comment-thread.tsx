import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { Confirm } from '../../parts/confirm.js';
import { excerpt } from '../../parts/excerpt.js';
import { useMay } from '../../parts/may.js';
import { Time } from '../../parts/time.js';
import { CommentField } from './comment-field.js';
import classes from './comments.module.css';
import type { Comment, Person, Thread } from './comments.operations.js';
import { splitAtMentions } from './mentions.js';
import type { CommentActions } from './use-comments.js';

/** Returns the button that opens a field in its place. It has the focus again after the field is closed. */
function useOpener(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface CommentThreadProps extends CommentActions {
  thread: Thread;
  people: readonly Person[];
}

/** Comments that reply to one another, and what the person can do about them. */
export function CommentThread({ thread, people, ...actions }: CommentThreadProps) {
  const { threadId, resolvedAt, resolvedBy, comments } = thread;
  const [isReplying, setReplying] = useState(false);
  const replyButton = useOpener(isReplying);
  const mayWrite = useMay('DRAFT');
  const about = excerpt(comments[0]?.body ?? '', 30);
  return (
    <Stack component="li" gap="xs" className={classes.thread} aria-label={t`Thread “${about}”`}>
      <Stack component="ul" gap="xs" className={classes.comments}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.commentId}
            comment={comment}
            people={people}
            replies={comment.commentId === threadId ? comments.length - 1 : 0}
            {...actions}
          />
        ))}
      </Stack>
      {resolvedAt && (
        <Group gap={6} wrap="nowrap">
          <Text span c="var(--mantine-color-green-text)" lh={1} aria-hidden>
            <CheckCircleIcon size={14} />
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>
              {resolvedBy} resolved it · <Time at={resolvedAt} />
            </Trans>
          </Text>
        </Group>
      )}
      {mayWrite && !isReplying && (
        <Group gap="xs">
          <Button
            ref={replyButton}
            size="compact-xs"
            variant="default"
            aria-label={t`Reply to “${about}”`}
            onClick={() => setReplying(true)}
          >
            <Trans>Reply</Trans>
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={resolvedAt ? t`Reopen “${about}”` : t`Resolve “${about}”`}
            onClick={() => void actions.resolve(threadId, resolvedAt === null)}
          >
            {resolvedAt ? t`Reopen` : t`Resolve`}
          </Button>
        </Group>
      )}
      {isReplying && (
        <CommentField
          label={t`Reply to “${about}”`}
          placeholder={t`Reply, or mention somebody with @`}
          action={t`Reply`}
          people={people}
          onSend={(reply) => actions.add({ ...reply, threadId })}
          onCancel={() => setReplying(false)}
        />
      )}
    </Stack>
  );
}

interface CommentItemProps extends CommentActions {
  comment: Comment;
  people: readonly Person[];
  /** How many comments are deleted with it. */
  replies: number;
}

function CommentItem({ comment, people, replies, edit, remove }: CommentItemProps) {
  const { commentId, author, body, createdAt, editedAt, mayEdit, mayDelete } = comment;
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null);
  const editButton = useOpener(opened === 'edit');
  const about = excerpt(body, 30);
  const close = () => setOpened(null);
  return (
    <Stack component="li" gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {author}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={createdAt} />
          {editedAt && ` · ${t`edited`}`}
        </Text>
      </Group>
      {opened === 'edit' ? (
        <CommentField
          label={t`Edit “${about}”`}
          action={t`Save`}
          initial={body}
          people={people}
          onSend={(changed) => edit({ ...changed, commentId })}
          onCancel={close}
        />
      ) : (
        <Body comment={comment} />
      )}
      {opened !== 'edit' && (mayEdit || mayDelete) && (
        <Group gap={4} className={classes.quiet}>
          {mayEdit && (
            <Button
              ref={editButton}
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t`Edit “${about}”`}
              onClick={() => setOpened('edit')}
            >
              <Trans>Edit</Trans>
            </Button>
          )}
          {mayDelete && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t`Delete “${about}”`}
              onClick={() => setOpened('delete')}
            >
              <Trans>Delete</Trans>
            </Button>
          )}
        </Group>
      )}
      {opened === 'delete' && (
        <Confirm
          title={t`Delete this comment?`}
          action={replies > 0 ? t`Delete the thread` : t`Delete the comment`}
          onConfirm={() => void remove(commentId)}
          onClose={close}
        >
          {replies > 0
            ? t`It begins a thread: the replies are deleted with it. This cannot be undone.`
            : t`This cannot be undone.`}
        </Confirm>
      )}
    </Stack>
  );
}

/** The text of a comment, with the mentions marked. */
const Body = ({ comment: { body, mentions } }: Pick<CommentItemProps, 'comment'>) => (
  <Text size="sm" className={classes.body}>
    {splitAtMentions(body, mentions).map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
        <Text key={index} span inherit c="var(--mantine-color-anchor)">
          @{part}
        </Text>
      ) : (
        part
      ),
    )}
  </Text>
);
