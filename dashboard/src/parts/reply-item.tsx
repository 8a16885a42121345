import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../api/failure.js';
import { graphql, type ResultOf } from '../api/graphql.js';
import { showFailure } from './failure-notice.js';
import { useMay } from './may.js';
import { showDone } from './show-done.js';
import { Time } from './time.js';

export const REPLY = graphql(`
  fragment ReplyFields on Reply @_unmask {
    id
    postedId
    username
    text
    createdAt
    permalink
    hidden
  }
`);

const HIDE = graphql(`
  mutation HideReply($input: HideReplyInput!) {
    hideReply(input: $input) {
      reply {
        id
        hidden
      }
    }
  }
`);

const UNHIDE = graphql(`
  mutation UnhideReply($input: UnhideReplyInput!) {
    unhideReply(input: $input) {
      reply {
        id
        hidden
      }
    }
  }
`);

interface ReplyItemProps {
  reply: ResultOf<typeof REPLY>;
  /** The account that was replied to. */
  platformId: string;
  onChanged: () => void;
}

/** A reply on the platform, which can be hidden there and shown again. */
export function ReplyItem({ reply, platformId, onChanged }: ReplyItemProps) {
  const { postedId, username, text, createdAt, permalink, hidden } = reply;
  const mayHide = useMay('PUBLISH');
  const [hiding, hide] = useMutation(HIDE);
  const [showing, unhide] = useMutation(UNHIDE);
  const author = username ? `@${username}` : t`Somebody`;
  const toggle = async () => {
    const input = { platformId, replyId: postedId };
    const failure = failureOf(hidden ? await unhide({ input }) : await hide({ input }));
    if (failure) return showFailure(failure);
    showDone(hidden ? t`Reply shown again` : t`Reply hidden`);
    // Replies to a reply are hidden with it.
    onChanged();
  };
  return (
    <Stack component="li" gap={2}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {author}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={createdAt} />
        </Text>
        {hidden && (
          <Badge variant="light" color="gray" c="var(--mantine-color-text)">
            <Trans>Hidden</Trans>
          </Badge>
        )}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text || t`Without a text.`}
      </Text>
      <Group gap="xs">
        {mayHide && (
          <Button
            size="compact-xs"
            variant="default"
            loading={hiding.fetching || showing.fetching}
            onClick={toggle}
            aria-label={hidden ? t`Show again: the reply of ${author}` : t`Hide: the reply of ${author}`}
          >
            {hidden ? t`Show again` : t`Hide`}
          </Button>
        )}
        {permalink && (
          <Anchor size="sm" href={permalink} target="_blank" rel="noreferrer" underline="always">
            <Trans>Answer it there</Trans>
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
