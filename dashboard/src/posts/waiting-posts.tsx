import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { failureOf } from '../api/failure.js';
import { graphql } from '../api/graphql.js';
import { actOnAll, plural } from '../parts/act-on-all.js';
import { showFailure } from '../parts/failure-notice.js';
import { ACCESS_CODES } from './cure.js';
import { RETRY_POST } from './post-actions.operations.js';

const HOUR_MS = 3_600_000;
/** What failed earlier is out of date more often than not. It is not offered. */
const OFFERED_HOURS = 24;

const WAITING = graphql(`
  query WaitingPosts($filter: PostGroupFilter!) {
    postGroups(first: 50, filter: $filter) {
      edges {
        node {
          id
          posts {
            id
            platformId
            allowedActions
            error {
              code
              failedAt
            }
          }
        }
      }
    }
  }
`);

/** After accounts were connected again: offers to publish what failed for their access in the last 24 hours. */
export function useOfferWaiting(): (platformIds: string[]) => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  return useCallback(
    async (platformIds) => {
      const waiting = await findWaiting(client, platformIds);
      if (waiting.length === 0) return;
      const id = 'waiting-posts';
      const close = () => notifications.hide(id);
      notifications.show({
        id,
        title: `${plural(waiting.length, 'post')} can go out now`,
        message: (
          <>
            <Text size="sm">{waiting.length === 1 ? 'It' : 'They'} failed because the account had no access.</Text>
            <Group gap="xs" mt="xs">
              <Button
                size="xs"
                onClick={() => {
                  close();
                  void publish(client, waiting);
                }}
              >
                Publish
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  close();
                  void navigate({
                    to: '/posts',
                    search: { access: 'failed', account: platformIds.length === 1 ? platformIds[0] : undefined },
                  });
                }}
              >
                Review
              </Button>
            </Group>
          </>
        ),
        autoClose: false,
        role: 'status',
      });
    },
    [client, navigate],
  );
}

/** The ids of what can be retried: of a thread its first failed part, which the others follow. */
async function findWaiting(client: Client, platformIds: string[]): Promise<string[]> {
  const from = new Date(Date.now() - OFFERED_HOURS * HOUR_MS).toISOString();
  const failure = { codes: [...ACCESS_CODES], platformIds: platformIds.slice(0, 100), failedAt: { from } };
  const variables = { filter: { failure } };
  const result = await client.query(WAITING, variables, { requestPolicy: 'network-only' }).toPromise();
  const refusal = failureOf(result);
  if (refusal) showFailure(refusal);
  const isWanted = new Set(platformIds);
  const isAccess = new Set<string>(ACCESS_CODES);
  return (result.data?.postGroups?.edges ?? []).flatMap(({ node: { posts } }) => {
    const failed = posts.filter(
      ({ platformId, allowedActions, error }) =>
        isWanted.has(platformId) &&
        allowedActions.includes('RETRY') &&
        error !== null &&
        isAccess.has(error.code) &&
        error.failedAt >= from,
    );
    return [...Map.groupBy(failed, ({ platformId }) => platformId).values()].flatMap(([first]) => first?.id ?? []);
  });
}

const publish = (client: Client, platformPostIds: string[]): Promise<void> =>
  actOnAll(
    platformPostIds,
    async (platformPostId) => failureOf(await client.mutation(RETRY_POST, { input: { platformPostId } }).toPromise()),
    (count) => `${plural(count, 'post')} on the way`,
  );
