import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { Reschedule } from '../parts/reschedule.js';
import { MAX_COMMENT } from './approval-words.js';
import type { Approval } from './approvals.operations.js';
import { useDecision } from './use-decision.js';

interface DecideProps {
  approval: Approval;
  /** Distinguishes the buttons in a list; absent: it is the only one of the page. */
  about?: string;
  onDecided: () => void;
}

/** Approves a post, or asks for changes, with a comment for the person who asked. */
export function Decide({ approval, about, onDecided }: DecideProps) {
  const { running, failure, approve, reject } = useDecision(approval, onDecided);
  const [comment, setComment] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const suffix = about === undefined ? '' : `: ${about}`;
  const askForChanges = () => {
    setEmpty(comment.trim() === '');
    if (comment.trim() === '') field.current?.focus();
    else void reject({ comment });
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        {...(about === undefined ? { label: t`Comment` } : { 'aria-label': t`Comment on ${about}` })}
        placeholder={about === undefined ? t`For ${approval.requestedBy}` : t`Comment for ${approval.requestedBy}`}
        autosize
        minRows={about === undefined ? 2 : 1}
        maxRows={8}
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
        error={isEmpty && comment.trim() === '' && t`Write what to change.`}
      />
      {failure && <Refusal failure={failure} onChoose={() => setChoosing(true)} />}
      <Group gap="xs">
        <Button
          size="xs"
          {...(about !== undefined && { variant: 'default' })}
          aria-label={t`Approve${suffix}`}
          loading={running === 'approve'}
          disabled={running !== null}
          onClick={() => void approve({ comment })}
        >
          <Trans>Approve</Trans>
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t`Ask for changes${suffix}`}
          loading={running === 'reject'}
          disabled={running !== null}
          onClick={askForChanges}
        >
          <Trans>Ask for changes</Trans>
        </Button>
      </Group>
      {choosing && (
        <Reschedule
          title={t`Choose another time`}
          from={null}
          note={t`The post is approved for this time.`}
          onSchedule={(scheduledTime) => void approve({ comment, scheduledTime })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Stack>
  );
}

function Refusal({ failure, onChoose }: { failure: Failure; onChoose: () => void }) {
  if (failure.code !== 'APPROVAL_TOO_LATE') return <FailureNotice failure={failure} />;
  return (
    <Alert
      role="alert"
      color="orange"
      icon={<AlertIcon />}
      title={t`The time of this post has passed`}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>It was not approved, because it would go out immediately.</Trans>
        </Text>
        <Button size="xs" variant="default" onClick={onChoose}>
          <Trans>Choose another time</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
