import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { HIDE, REPLIES, type Reply, UNHIDE } from './network.operations.js';
import type { PostProps } from './post-props.js';

/** What people replied on threadtalk; a page at a time, the newest first. */
export function Replies(post: PostProps) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, ...state }, fetchReplies] = useQuery({ query: REPLIES, variables: { ...post, after } });
  const [hiding, hide] = useMutation(HIDE);
  const [showing, unhide] = useMutation(UNHIDE);
  const refresh = () => fetchReplies({ requestPolicy: 'network-only' });

  const toggle = async ({ id: replyId, hidden }: Reply) => {
    const input = { platformId: post.platformId, replyId };
    const failure = failureOf(await (hidden ? unhide({ input }) : hide({ input })));
    if (failure) return showFailure(failure);
    showDone(hidden ? 'Reply shown again' : 'Reply hidden');
    refresh();
  };
  const failure = failureOf(state);
  const replies = data?.connectedAccount?.replies;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Replies
      </Title>
      <Text size="sm" c="dimmed">
        A hidden reply is hidden from everyone, with the replies to it. Answer on the platform: this service cannot.
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {replies?.edges.length === 0 && !replies.pageInfo.hasNextPage && <Text size="sm">There are no replies.</Text>}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Replies">
        {replies?.edges.map(({ node }) => (
          <ReplyItem
            key={node.id}
            reply={node}
            busy={hiding.fetching || showing.fetching}
            onToggle={() => toggle(node)}
          />
        ))}
      </Stack>
      {(after || replies?.pageInfo.hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => setAfter(null)}>
            Newest replies
          </Button>
          <Button
            variant="default"
            disabled={!replies?.pageInfo.hasNextPage}
            onClick={() => setAfter(replies?.pageInfo.endCursor ?? null)}
          >
            Older replies
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface ReplyItemProps {
  reply: Reply;
  busy: boolean;
  onToggle: () => void;
}

const ReplyItem = ({ reply: { username, text, createdAt, permalink, hidden }, busy, onToggle }: ReplyItemProps) => (
  <Paper component="li" withBorder p="sm">
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {username ? `@${username}` : 'Somebody'} · <Time at={createdAt} />
      </Text>
      {hidden && (
        <Badge variant="light" color="gray" c="var(--mantine-color-text)">
          Hidden
        </Badge>
      )}
    </Group>
    <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text || 'Without text'}</Text>
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" disabled={busy} onClick={onToggle}>
        {hidden ? 'Show again' : 'Hide'}
      </Button>
      {permalink && (
        <Anchor href={permalink} target="_blank" rel="noreferrer" size="sm" underline="always">
          Answer it there
        </Anchor>
      )}
    </Group>
  </Paper>
);
