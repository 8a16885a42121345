import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text } from '@mantine/core';
import { fullTime } from '../../parts/formats.js';
import { Time, useTimeZone } from '../../parts/time.js';
import classes from './review.module.css';
import { isOpen, type ReviewedPost } from './review.operations.js';
import { ReviewDecision } from './review-decision.js';
import { ReviewLooks } from './review-looks.js';

interface ReviewPostProps {
  post: ReviewedPost;
  accountName: string;
  token: string;
  onChanged: () => void;
}

/** A post as the platforms will show it, and the decision about it. */
export function ReviewPost({ post, accountName, token, onChanged }: ReviewPostProps) {
  const timeZone = useTimeZone();
  const { scheduledTime, requestedBy, texts } = post;
  const beginning = texts[0]?.parts[0]?.slice(0, 40) ?? '';
  const name = texts.length > 0 ? t`Post “${beginning}”` : t`A post that was changed`;
  return (
    <Paper component="section" withBorder className={classes.post} aria-label={name}>
      <div>
        <Text fw={500}>
          {scheduledTime ? fullTime(scheduledTime, timeZone) : t`Goes out as soon as it is approved`}
        </Text>
        <Text size="sm" c="dimmed">
          {isOpen(post) ? (
            <Trans>{requestedBy} asks for your approval</Trans>
          ) : (
            <Trans>{requestedBy} asked for your approval</Trans>
          )}
        </Text>
      </div>
      {texts.length > 0 && <ReviewLooks post={post} accountName={accountName} />}
      {isOpen(post) ? (
        <ReviewDecision post={post} accountName={accountName} token={token} onChanged={onChanged} />
      ) : (
        <Outcome post={post} accountName={accountName} />
      )}
    </Paper>
  );
}

function Outcome({ post: { state, decision }, accountName }: Pick<ReviewPostProps, 'post' | 'accountName'>) {
  return (
    <div role="status">
      {decision ? (
        <>
          <Text fw={500}>
            {decision.decision === 'APPROVED' ? t`You approved this post` : t`You asked for changes`}
          </Text>
          {decision.comment && <Text className={classes.comment}>“{decision.comment}”</Text>}
          <Text size="sm" c="dimmed">
            <Time at={decision.decidedAt} />
            {decision.decision === 'APPROVED' &&
              state === 'PENDING' &&
              `. ${t`Another person has to approve it, too.`}`}
            {decision.decision === 'REJECTED' && `. ${t`${accountName} sees your comment and changes the post.`}`}
            {state === 'OUTDATED' && `. ${t`It was changed since. Your approval is not of the change.`}`}
          </Text>
        </>
      ) : (
        <Text fw={500}>{t(UNDECIDED[state])}</Text>
      )}
    </div>
  );
}

const UNDECIDED: Record<ReviewedPost['state'], MessageDescriptor> = {
  PENDING: msg`Waiting for approval`,
  APPROVED: msg`Somebody else has approved this post`,
  REJECTED: msg`Somebody else has asked for changes`,
  OUTDATED: msg`This post is being changed. You can decide when it is ready.`,
};
