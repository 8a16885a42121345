import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Text, Textarea } from '@mantine/core';
import { AlertIcon, CheckIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import classes from './review.module.css';
import { DECIDE, type ReviewedPost } from './review.operations.js';

interface ReviewDecisionProps {
  post: ReviewedPost;
  accountName: string;
  token: string;
  onChanged: () => void;
}

/** Refusals after which the page shows another state. */
const MEANWHILE: Partial<Record<Failure['code'], MessageDescriptor>> = {
  APPROVAL_OUTDATED: msg`This post was changed after you opened it. Look at it again before you decide.`,
  APPROVAL_NOT_PENDING: msg`Somebody else has decided meanwhile.`,
  APPROVAL_DECIDED_BEFORE: msg`A decision with this link was made before.`,
};
const MAX_COMMENT = 2_000;

/** Approves the post, or asks for changes. */
export function ReviewDecision({ post, accountName, token, onChanged }: ReviewDecisionProps) {
  const [{ fetching }, send] = useMutation(DECIDE);
  const [comment, setComment] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const decide = async (decision: 'APPROVED' | 'REJECTED') => {
    const { postGroupId, requestedAt } = post;
    const input = { token, postGroupId, requestedAt, decision, comment: comment.trim() || null };
    const refusal = failureOf(await send({ input }));
    const meanwhile = refusal && MEANWHILE[refusal.code];
    setFailure(meanwhile ? null : refusal);
    if (meanwhile) showFailure({ ...refusal, message: t(meanwhile) });
    if (!refusal || meanwhile || refusal.code === 'APPROVAL_LINK_INVALID') onChanged();
  };
  const askForChanges = () => {
    setEmpty(comment.trim() === '');
    if (comment.trim() === '') field.current?.focus();
    else void decide('REJECTED');
  };
  return (
    <div className={classes.decision}>
      <Textarea
        ref={field}
        label={t`Comment`}
        description={t`For changes, write what to change.`}
        size="md"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
        error={isEmpty && comment.trim() === '' && t`Write what to change.`}
      />
      {failure && <Refusal failure={failure} accountName={accountName} />}
      <div className={classes.buttons}>
        <Button size="lg" leftSection={<CheckIcon />} loading={fetching} onClick={() => void decide('APPROVED')}>
          <Trans>Approve</Trans>
        </Button>
        <Button size="lg" variant="default" disabled={fetching} onClick={askForChanges}>
          <Trans>Ask for changes</Trans>
        </Button>
      </div>
    </div>
  );
}

const REFUSALS: Partial<
  Record<Failure['code'], { title: MessageDescriptor; why: MessageDescriptor; ask: (account: string) => string }>
> = {
  APPROVAL_TOO_LATE: {
    title: msg`The time of this post has passed`,
    why: msg`It was not approved, because it would go out immediately.`,
    ask: (account) => t`Ask ${account} for another time, then decide again.`,
  },
  APPROVAL_NOT_SCHEDULABLE: {
    title: msg`This post cannot go out as it is`,
    why: msg`Nothing was decided.`,
    ask: (account) => t`Write to ${account}: people there can read the reason.`,
  },
};

function Refusal({ failure, accountName }: { failure: Failure; accountName: string }) {
  const known = REFUSALS[failure.code];
  if (!known) return <FailureNotice failure={failure} />;
  return (
    <Alert
      role="alert"
      color="orange"
      icon={<AlertIcon />}
      title={t(known.title)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">
        {t(known.why)} {known.ask(accountName)}
      </Text>
    </Alert>
  );
}
