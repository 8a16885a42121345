import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { Account } from '../../parts/accounts.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { Loading } from '../../parts/loading.js';
import { Panel } from '../../parts/panel.js';
import { Time } from '../../parts/time.js';
import { OWN_POSTS } from './network.operations.js';

const STEP = 10;
const MOST = 100;

interface OwnPostsProps {
  account: Account;
  onOpen: (postedId: string) => void;
}

/** What was published with this service, and a way to any other post. */
export function OwnPosts({ account: { platform, platformId }, onOpen }: OwnPostsProps) {
  const [first, setFirst] = useState(STEP);
  const variables = useMemo(
    () => ({
      first,
      filter: { platformIds: [platformId], statuses: ['PUBLISHED' as const, 'PARTIALLY_PUBLISHED' as const] },
    }),
    [first, platformId],
  );
  const [{ data, ...state }, fetchPosts] = useQuery({ query: OWN_POSTS, variables });
  const failure = failureOf(state);
  const posts = data?.postGroups?.edges
    .flatMap(({ node }) => node.posts)
    .filter((post) => post.platformId === platformId && post.status === 'PUBLISHED');
  const isNetwork = platform === 'NETWORK';
  return (
    <Panel title={t`Posts`}>
      {failure && <FailureNotice failure={failure} onRetry={() => fetchPosts({ requestPolicy: 'network-only' })} />}
      {!data && !failure && <Loading />}
      {posts?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Nothing was published to this account with this service yet.</Trans>
        </Text>
      )}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Posts`}>
        {posts?.map(({ id, content, postedId, publishedAt }) => (
          <Paper key={id} component="li" withBorder p="sm">
            <Anchor
              component="button"
              type="button"
              ta="start"
              c="var(--mantine-color-text)"
              fw={500}
              lineClamp={2}
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => postedId && onOpen(postedId)}
            >
              {content.trim() || t`Without text`}
            </Anchor>
            {publishedAt && (
              <Text size="sm" c="dimmed">
                <Trans>
                  Published <Time at={publishedAt} />
                </Trans>
              </Text>
            )}
          </Paper>
        ))}
      </Stack>
      {data?.postGroups?.pageInfo.hasNextPage && first < MOST && (
        <Group>
          <Button variant="default" onClick={() => setFirst(first + STEP)}>
            <Trans>Show older ones</Trans>
          </Button>
        </Group>
      )}
      <Form
        action={t`Open it`}
        onSubmit={async ({ post = '' }) => {
          onOpen(post.trim());
          return null;
        }}
      >
        <TextInput
          label={t`Another post`}
          description={
            isNetwork
              ? t`Copy its reference from the menu of the post on the platform. It may be another person’s post.`
              : t`Its number on the platform. It must be a post of this account.`
          }
          placeholder={isNetwork ? 'urn:network:share:…' : undefined}
          name="post"
          required
          withAsterisk={false}
          maxLength={300}
          maw="32rem"
        />
      </Form>
    </Panel>
  );
}
