import { t } from '@lingui/core/macro';
import { Paper, Text } from '@mantine/core';
import { AvatarStack } from '../../parts/avatar-stack.js';
import { excerpt } from '../../parts/excerpt.js';
import { PageLink } from '../../parts/link.js';
import { AddedTexts } from '../../posts/added-texts.js';
import { Decide } from '../../posts/decide.js';
import { Asked, Decisions } from '../../posts/decisions.js';
import classes from './approvals.module.css';
import type { Waiting } from './approvals.operations.js';

interface ApprovalsListProps {
  waiting: Waiting[];
  onDecided: () => void;
}

export const ApprovalsList = ({ waiting, ...props }: ApprovalsListProps) => (
  <Paper component="ul" withBorder className={classes.list} aria-label={t`Waiting for approval`}>
    {waiting.map((approval) => (
      // After another request for the post, the comment and a refusal are not of this one.
      <Entry key={`${approval.postGroupId} ${approval.requestedAt}`} approval={approval} {...props} />
    ))}
  </Paper>
);

interface EntryProps extends Omit<ApprovalsListProps, 'waiting'> {
  approval: Waiting;
}

function Entry({ approval, onDecided }: EntryProps) {
  const { postGroup, postGroupId, decisions, mayDecide } = approval;
  const content = postGroup?.content ?? '';
  const targets = targetsOf(approval);
  return (
    <li className={classes.row}>
      <div className={classes.post}>
        <AvatarStack targets={targets} size={24} />
        <PageLink
          to="/posts/$postGroupId"
          params={{ postGroupId }}
          c="var(--mantine-color-text)"
          lineClamp={3}
          className={classes.link}
        >
          {excerpt(content, 240)}
        </PageLink>
        <AddedTexts targets={targets} addSignature={postGroup?.addSignature ?? false} />
        <Text size="sm" c="dimmed">
          <Asked {...approval} />
        </Text>
        <Decisions decisions={decisions} />
      </div>
      {mayDecide && (
        <div className={classes.decide}>
          <Decide approval={approval} about={excerpt(content, 40)} onDecided={onDecided} />
        </div>
      )}
    </li>
  );
}

/** Each account once: a thread has several posts of an account. */
function targetsOf({ postGroup }: Waiting) {
  const byTarget = Map.groupBy(postGroup?.posts ?? [], ({ platformId }) => platformId);
  return [...byTarget.values()].flatMap(([first]) => (first ? [first] : []));
}
