import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { failureOf } from '../api/failure.js';
import { showFailure } from '../parts/failure-notice.js';
import { useMay } from '../parts/may.js';
import { showDone } from '../parts/show-done.js';
import { RECOVER_POSTS, RECOVERABLE } from './recovery.operations.js';

/** An account with posts that failed because it had no access. */
interface Waiting {
  accountId: string;
  count: number;
}

/** After accounts were connected again: offers to publish what failed for their access, unless the account does that itself. */
export function useOfferWaiting(): (platformIds: string[]) => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  const mayPublish = useMay('PUBLISH');
  return useCallback(
    async (platformIds) => {
      const waiting = mayPublish ? await findWaiting(client, platformIds) : [];
      if (waiting.length === 0) return;
      const total = waiting.reduce((sum, { count }) => sum + count, 0);
      const id = 'waiting-posts';
      const close = () => notifications.hide(id);
      notifications.show({
        id,
        title: plural(total, { one: '# post can go out now', other: '# posts can go out now' }),
        message: (
          <>
            <Text size="sm">
              {total === 1
                ? t`It failed because the account had no access.`
                : t`They failed because the account had no access.`}
            </Text>
            <Group gap="xs" mt="xs">
              <Button
                size="xs"
                onClick={() => {
                  close();
                  void publish(client, waiting);
                }}
              >
                <Trans>Publish</Trans>
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  close();
                  void navigate({
                    to: '/posts',
                    search: { access: 'failed', target: platformIds.length === 1 ? platformIds[0] : undefined },
                  });
                }}
              >
                <Trans>Review</Trans>
              </Button>
            </Group>
          </>
        ),
        autoClose: false,
        role: 'status',
      });
    },
    [client, mayPublish, navigate],
  );
}

async function findWaiting(client: Client, platformIds: string[]): Promise<Waiting[]> {
  // More than a login connects, and what an operation may cost.
  const variables = { filter: { platformIds: platformIds.slice(0, 20) } };
  const result = await client.query(RECOVERABLE, variables, { requestPolicy: 'network-only' }).toPromise();
  const refusal = failureOf(result);
  if (refusal) showFailure(refusal);
  if (result.data?.viewer?.recoveryPolicy.mode !== 'ASK') return [];
  return (result.data.connectedAccounts?.edges ?? []).flatMap(({ node: { id, recoverablePosts } }) =>
    recoverablePosts.count > 0 ? { accountId: id, count: recoverablePosts.count } : [],
  );
}

async function publish(client: Client, waiting: readonly Waiting[]): Promise<void> {
  let queued = 0;
  for (const { accountId } of waiting) {
    const result = await client.mutation(RECOVER_POSTS, { input: { accountId } }).toPromise();
    const refusal = failureOf(result);
    if (refusal) showFailure(refusal);
    queued += result.data?.recoverPosts?.platformPosts.length ?? 0;
  }
  if (queued > 0) showDone(plural(queued, { one: '# post on the way', other: '# posts on the way' }));
}
