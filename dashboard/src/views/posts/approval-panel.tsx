import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group as Row, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../parts/panel.js';
import { APPROVAL_STATES } from '../../posts/approval-words.js';
import { AskDialog } from '../../posts/ask-dialog.js';
import { Decide } from '../../posts/decide.js';
import { Asked, Decisions } from '../../posts/decisions.js';
import { ShareDialog } from '../../posts/share-dialog.js';
import { useApproving, useAsking, useMayApprove, useMayShare } from '../../shell/approvals.js';
import type { Group } from './posts.operations.js';

interface ApprovalPanelProps {
  group: Group;
  onChanged: () => void;
}

/** The latest request to approve the post, what was decided about it, and what the person can do about it. */
export function ApprovalPanel({ group, onChanged }: ApprovalPanelProps) {
  const { approval, status } = group;
  const mayApprove = useMayApprove();
  const mayShare = useMayShare();
  const asking = useAsking();
  const [opened, setOpened] = useState<'ask' | 'share' | null>(null);
  const isDraft = status === 'DRAFT';
  if (!approval) return null;
  const waits = approval.state === 'PENDING' && isDraft;
  const mayAsk = isDraft && !waits && asking.may;
  return (
    <Panel
      title={t`Approval`}
      actions={
        <Row gap="xs">
          {mayAsk && (
            <Button size="xs" variant="default" onClick={() => setOpened('ask')}>
              <Trans>Ask again</Trans>
            </Button>
          )}
          {mayShare && isDraft && (
            <Button size="xs" variant="default" onClick={() => setOpened('share')}>
              <Trans>Share for approval</Trans>
            </Button>
          )}
        </Row>
      }
    >
      <State group={group} />
      <Decisions decisions={approval.decisions} />
      {approval.mayDecide && <Decide key={approval.requestedAt} approval={approval} onDecided={onChanged} />}
      {waits && mayApprove && !approval.mayDecide && (
        <Text size="sm" c="dimmed">
          <Trans>Somebody else has to decide.</Trans>
        </Text>
      )}
      {opened === 'ask' && (
        <AskDialog post={group} wanted={approval.scheduledTime} onAsked={onChanged} onClose={() => setOpened(null)} />
      )}
      {opened === 'share' && (
        <ShareDialog posts={[{ ...group, isAsked: waits }]} onShared={onChanged} onClose={() => setOpened(null)} />
      )}
    </Panel>
  );
}

function State({ group: { approval, status } }: Pick<ApprovalPanelProps, 'group'>) {
  const { policy } = useApproving();
  if (!approval) return null;
  const { state, decisions } = approval;
  const { label, color, icon: Icon } = APPROVAL_STATES[state];
  const approved = decisions.filter(({ decision }) => decision === 'APPROVED').length;
  const isTakenBack = state === 'APPROVED' && status === 'DRAFT';
  return (
    <div>
      <Row gap={6} wrap="nowrap">
        <Text span c={`var(--mantine-color-${color}-text)`} lh={1} aria-hidden>
          <Icon size={14} />
        </Text>
        <Text>
          {state === 'PENDING' && policy?.approvals === 2
            ? t`Waiting for approval: ${approved} of 2`
            : isTakenBack
              ? t`Approved, then taken back to draft`
              : label}
        </Text>
      </Row>
      <Text size="sm" c="dimmed">
        <Asked {...approval} />
      </Text>
    </div>
  );
}
