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
  const name = texts.length > 0 ? `Post “${beginning}”` : 'A post that was changed';
  return (
    <Paper component="section" withBorder className={classes.post} aria-label={name}>
      <div>
        <Text fw={500}>{scheduledTime ? fullTime(scheduledTime, timeZone) : 'Goes out as soon as it is approved'}</Text>
        <Text size="sm" c="dimmed">
          {requestedBy} {isOpen(post) ? 'asks' : 'asked'} for your approval
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
          <Text fw={500}>{decision.decision === 'APPROVED' ? 'You approved this post' : 'You asked for changes'}</Text>
          {decision.comment && <Text className={classes.comment}>“{decision.comment}”</Text>}
          <Text size="sm" c="dimmed">
            <Time at={decision.decidedAt} />
            {decision.decision === 'APPROVED' && state === 'PENDING' && '. Another person has to approve it, too.'}
            {decision.decision === 'REJECTED' && `. ${accountName} sees your comment and changes the post.`}
            {state === 'OUTDATED' && '. It was changed since. Your approval is not of the change.'}
          </Text>
        </>
      ) : (
        <Text fw={500}>{UNDECIDED[state]}</Text>
      )}
    </div>
  );
}

const UNDECIDED: Record<ReviewedPost['state'], string> = {
  PENDING: 'Waiting for approval',
  APPROVED: 'Somebody else has approved this post',
  REJECTED: 'Somebody else has asked for changes',
  OUTDATED: 'This post is being changed. You can decide when it is ready.',
};
