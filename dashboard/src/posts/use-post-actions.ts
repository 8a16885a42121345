import { useMemo } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { DELETE_POST, DUPLICATE, RETRY_GROUP, RETRY_POST, SCHEDULE, UNPUBLISH } from './post-actions.operations.js';

/** Actions of posts. Each returns why it was refused, or null; `duplicate` also returns the new group. */
export function usePostActions() {
  const client = useClient();
  return useMemo(() => {
    const send = async <Variables extends AnyVariables>(
      mutation: TypedDocumentNode<unknown, Variables>,
      variables: Variables,
    ): Promise<Failure | null> => failureOf(await client.mutation(mutation, variables).toPromise());
    return {
      remove: (postGroupId: string) => send(DELETE_POST, { input: { postGroupId } }),
      schedule: (postGroupId: string, scheduledTime: string) =>
        send(SCHEDULE, { input: { postGroupId, scheduledTime } }),
      unschedule: (postGroupId: string) => send(SCHEDULE, { input: { postGroupId, status: 'DRAFT' } }),
      async retry(postGroupId: string, acknowledgeUnknownOutcome = false): Promise<Failure | null> {
        const input = { postGroupId, acknowledgeUnknownOutcome };
        const result = await client.mutation(RETRY_GROUP, { input }).toPromise();
        const [refused] = result.data?.retryPostGroup?.results.flatMap(({ error }) => error ?? []) ?? [];
        const requestId = String(result.extensions?.requestId ?? '') || null;
        return failureOf(result) ?? (refused ? { ...refused, details: {}, requestId } : null);
      },
      retryPart: (platformPostId: string, acknowledgeUnknownOutcome = false) =>
        send(RETRY_POST, { input: { platformPostId, acknowledgeUnknownOutcome } }),
      unpublish: (platformPostId: string) => send(UNPUBLISH, { input: { platformPostId } }),
      async duplicate(postGroupId: string) {
        const result = await client.mutation(DUPLICATE, { input: { postGroupId } }).toPromise();
        return { failure: failureOf(result), id: result.data?.duplicatePost?.postGroup?.id };
      },
    };
  }, [client]);
}
