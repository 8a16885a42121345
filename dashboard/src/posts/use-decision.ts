import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useClient } from 'urql';
import { type ErrorCode, type Failure, failureOf } from '../api/failure.js';
import { showFailure } from '../parts/failure-notice.js';
import { showDone } from '../parts/show-done.js';
import { APPROVE, type Approval, REJECT } from './approvals.operations.js';

/** Refusals after which the page shows another state. */
const MEANWHILE: Partial<Record<Failure['code'], string>> = {
  get APPROVAL_OUTDATED() {
    return t`This post was changed after you opened it. Look at it again before you decide.`;
  },
  get APPROVAL_NOT_PENDING() {
    return t`Somebody else has decided meanwhile.`;
  },
} satisfies Partial<Record<ErrorCode, string>>;

interface Input {
  comment: string;
  /** Another time than the requested one. */
  scheduledTime?: string;
}

/** Approves or rejects a request as the page shows it. `failure`: why the last decision was refused. */
export function useDecision({ postGroupId, requestedAt }: Approval, onDecided: () => void) {
  const client = useClient();
  const [running, setRunning] = useState<'approve' | 'reject' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** Whether the decision was taken. */
  const end = (refusal: Failure | null, done: string): void => {
    const meanwhile = refusal && MEANWHILE[refusal.code];
    setRunning(null);
    setFailure(meanwhile ? null : refusal);
    if (meanwhile) showFailure({ ...refusal, message: meanwhile });
    if (!refusal) showDone(done);
    if (!refusal || meanwhile) onDecided();
  };
  return {
    running,
    failure,
    async approve({ comment, scheduledTime }: Input) {
      setRunning('approve');
      const input = { postGroupId, requestedAt, scheduledTime, comment: comment.trim() || null };
      const result = await client.mutation(APPROVE, { input }).toPromise();
      const group = result.data?.approvePost?.postGroup;
      const isLast = group?.approval?.state !== 'PENDING';
      end(
        failureOf(result),
        isLast ? t`Approved: the post is scheduled` : t`Approved. Another person has to approve it.`,
      );
    },
    async reject({ comment }: Input) {
      setRunning('reject');
      const input = { postGroupId, requestedAt, comment: comment.trim() || null };
      const result = await client.mutation(REJECT, { input }).toPromise();
      end(failureOf(result), t`Sent back with your comment`);
    },
  };
}
