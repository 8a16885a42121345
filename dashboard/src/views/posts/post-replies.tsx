import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { ReplyItem } from '../../parts/reply-item.js';
import { type Group as PostGroup, REPLIES } from './posts.operations.js';

type Part = Pick<PostGroup['posts'][number], 'id' | 'platformId'>;

/** The replies to a post. They are fetched from the platform, so only once somebody opens them. */
export function PostReplies({ post }: { post: Part }) {
  const [opened, setOpened] = useState(false);
  if (opened) return <RepliesPage post={post} after={null} />;
  return (
    <Button size="xs" variant="default" onClick={() => setOpened(true)} style={{ alignSelf: 'flex-start' }}>
      <Trans>Show replies</Trans>
    </Button>
  );
}

function RepliesPage({ post, after }: { post: Part; after: string | null }) {
  const [goesOn, setGoesOn] = useState(false);
  const [{ data, ...state }, fetchReplies] = useQuery({
    query: REPLIES,
    variables: { platformPostId: post.id, after },
  });
  const refresh = () => fetchReplies({ requestPolicy: 'network-only' });
  const failure = failureOf(state);
  const page = data?.node?.__typename === 'PlatformPost' ? data.node.replies : null;
  const { hasNextPage, endCursor } = page?.pageInfo ?? {};
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {state.fetching && !page && <Loading rows={1} />}
      {data && !page && !failure && (
        <Text size="sm">
          <Trans>Its replies are among those of the first part.</Trans>
        </Text>
      )}
      {page && after === null && (
        <Group gap="xs">
          <Text fw={600}>
            <Trans>Replies</Trans>
          </Text>
          <Button size="compact-xs" variant="default" loading={state.fetching} onClick={refresh}>
            <Trans>Refresh</Trans>
          </Button>
        </Group>
      )}
      {page?.edges.length === 0 && !hasNextPage && after === null && (
        <Text size="sm">
          <Trans>Nobody has replied yet.</Trans>
        </Text>
      )}
      {page && page.edges.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Replies`}>
          {page.edges.map(({ node }) => (
            <ReplyItem key={node.id} reply={node} platformId={post.platformId} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {hasNextPage && endCursor && goesOn && <RepliesPage post={post} after={endCursor} />}
      {hasNextPage && !goesOn && (
        <Button size="xs" variant="default" onClick={() => setGoesOn(true)} style={{ alignSelf: 'flex-start' }}>
          <Trans>Earlier replies</Trans>
        </Button>
      )}
    </>
  );
}
