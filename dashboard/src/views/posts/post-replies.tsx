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
      Show replies
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
      {data && !page && !failure && <Text size="sm">Its replies are among those of the first part.</Text>}
      {page && after === null && (
        <Group gap="xs">
          <Text fw={600}>Replies</Text>
          <Button size="compact-xs" variant="default" loading={state.fetching} onClick={refresh}>
            Refresh
          </Button>
        </Group>
      )}
      {page?.edges.length === 0 && !hasNextPage && after === null && <Text size="sm">Nobody has replied yet.</Text>}
      {page && page.edges.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Replies">
          {page.edges.map(({ node }) => (
            <ReplyItem key={node.id} reply={node} platformId={post.platformId} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {hasNextPage && endCursor && goesOn && <RepliesPage post={post} after={endCursor} />}
      {hasNextPage && !goesOn && (
        <Button size="xs" variant="default" onClick={() => setGoesOn(true)} style={{ alignSelf: 'flex-start' }}>
          Earlier replies
        </Button>
      )}
    </>
  );
}
