import { useThrottledCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { type OperationResult, useClient } from 'urql';
import type { ActivityListener } from '../../api/activity.js';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { useActivity } from '../../api/session.js';
import { showFailure } from '../../parts/failure-notice.js';
import { ADD_COMMENT, COMMENTS, DELETE_COMMENT, EDIT_COMMENT, RESOLVE_THREAD } from './comments.operations.js';

/** The shortest time between two fetches. */
const REFRESH_MS = 500;

interface Written {
  body: string;
  mentions: string[];
}

/** What is done to comments. Each returns whether it was; if not, the page shows why. */
export interface CommentActions {
  add: (comment: Written & { threadId: string | null }) => Promise<boolean>;
  edit: (comment: Written & { commentId: string }) => Promise<boolean>;
  remove: (commentId: string) => Promise<boolean>;
  resolve: (threadId: string, resolved: boolean) => Promise<boolean>;
}

/** The comments of a post, as they are now. */
export function useComments(postGroupId: string) {
  const client = useClient();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: COMMENTS, variables: { id: postGroupId } });
  const refreshSoon = useThrottledCallback(refresh, REFRESH_MS);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        const isNews = event?.type === 'ANNOTATED' && event.postGroupId === postGroupId;
        if (event === null || isNews) refreshSoon();
      },
      [postGroupId, refreshSoon],
    ),
  );
  const end = async (sent: PromiseLike<OperationResult>): Promise<boolean> => {
    const failure = failureOf(await sent);
    if (failure) showFailure(failure);
    return failure === null;
  };
  const actions: CommentActions = {
    add: (comment) => end(client.mutation(ADD_COMMENT, { input: { postGroupId, ...comment } })),
    edit: (input) => end(client.mutation(EDIT_COMMENT, { input })),
    remove: (commentId) => end(client.mutation(DELETE_COMMENT, { input: { commentId } })),
    resolve: (threadId, resolved) => end(client.mutation(RESOLVE_THREAD, { input: { threadId, resolved } })),
  };
  return { data, failure: failureOf(state), refresh, actions };
}
