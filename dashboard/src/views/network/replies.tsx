import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { ReplyItem } from '../../parts/reply-item.js';
import { REPLIES } from './network.operations.js';
import type { PostProps } from './post-props.js';

/** What people replied on threadtalk; a page at a time, the newest first. */
export function Replies(post: PostProps) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, ...state }, fetchReplies] = useQuery({ query: REPLIES, variables: { ...post, after } });
  const refresh = () => fetchReplies({ requestPolicy: 'network-only' });

  const failure = failureOf(state);
  const replies = data?.connectedAccount?.replies;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>Replies</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          A hidden reply is hidden from everyone, with the replies to it. Answer on the platform: this service cannot.
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {replies?.edges.length === 0 && !replies.pageInfo.hasNextPage && (
        <Text size="sm">
          <Trans>There are no replies.</Trans>
        </Text>
      )}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Replies`}>
        {replies?.edges.map(({ node }) => (
          <ReplyItem key={node.id} reply={node} platformId={post.platformId} onChanged={refresh} />
        ))}
      </Stack>
      {(after || replies?.pageInfo.hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => setAfter(null)}>
            <Trans>Newest replies</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!replies?.pageInfo.hasNextPage}
            onClick={() => setAfter(replies?.pageInfo.endCursor ?? null)}
          >
            <Trans>Older replies</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
