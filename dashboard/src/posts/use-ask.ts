import { t } from '@lingui/core/macro';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { showDone } from '../parts/show-done.js';
import { useApproving } from '../shell/approvals.js';
import { useViewer } from '../shell/viewer.js';
import { approversOf } from './approval-words.js';
import { REQUEST_APPROVAL } from './approvals.operations.js';
import { SCHEDULE } from './post-actions.operations.js';

interface Asked {
  id: string;
  /** The time that the draft has. */
  scheduledTime: string | null;
}

/** Returns a function that asks for the approval of a draft, and says who is asked. It returns why it was refused, or null. */
export function useAsk(): (post: Asked, at: string | null, isSilent?: boolean) => Promise<Failure | null> {
  const client = useClient();
  const { policy } = useApproving();
  const { displayName } = useViewer();
  return useCallback(
    async ({ id: postGroupId, scheduledTime }, at, isSilent = false) => {
      // Without a time, a request is for the time of the draft.
      if (at === null && scheduledTime !== null) {
        const input = { postGroupId, status: 'DRAFT' as const, scheduledTime: null };
        const failure = failureOf(await client.mutation(SCHEDULE, { input }).toPromise());
        if (failure) return failure;
      }
      const result = await client.mutation(REQUEST_APPROVAL, { input: { postGroupId, scheduledTime: at } }).toPromise();
      const failure = failureOf(result);
      if (!failure && !isSilent) showDone(t`You asked for approval. ${approversOf(policy, displayName)} are notified.`);
      return failure;
    },
    [client, policy, displayName],
  );
}
