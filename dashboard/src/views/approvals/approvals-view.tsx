import { Button, Group, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { plural } from '../../parts/act-on-all.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { ShareDialog } from '../../posts/share-dialog.js';
import { useApproving, useMayApprove, useMayShare } from '../../shell/approvals.js';
import { APPROVALS } from './approvals.operations.js';
import { ApprovalsList } from './approvals-list.js';

/** A link is for so many posts, at most. */
const PAGE_SIZE = 20;
const MOST = 100;

/** The requests that wait for a decision, oldest first. */
export function ApprovalsView() {
  const [isSharing, setSharing] = useState(false);
  const [first, setFirst] = useState(PAGE_SIZE);
  const { data, failure, refresh } = useLiveQuery({ query: APPROVALS, variables: { first } });
  const mayApprove = useMayApprove();
  const mayShare = useMayShare();
  const { policy } = useApproving();
  // The post of a request may have been removed since.
  const waiting = data?.approvals?.edges.flatMap(({ node }) => (node.postGroup ? [node] : []));
  const total = data?.approvals?.totalCount ?? 0;
  return (
    <Page
      title="Approvals"
      actions={
        mayShare &&
        waiting &&
        waiting.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setSharing(true)}>
            Share for approval
          </Button>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!waiting && !failure && <Loading height={120} />}
      {waiting?.length === 0 && (
        <Empty title="Nothing waits for approval" icon={CheckCircleIcon}>
          {mayApprove
            ? 'Drafts appear here when somebody asks you to approve them.'
            : 'When you ask for the approval of a draft, it is here until somebody decides.'}
        </Empty>
      )}
      {waiting && waiting.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {plural(total, 'post waits', 'posts wait')} for approval.
            {policy?.approvals === 2 && ' Two people have to approve each.'}
          </Text>
          <ApprovalsList waiting={waiting} onDecided={refresh} />
        </>
      )}
      {total > first && first < MOST && (
        <Group>
          <Button variant="default" onClick={() => setFirst(MOST)}>
            Show more
          </Button>
        </Group>
      )}
      {isSharing && waiting && (
        <ShareDialog
          posts={waiting
            .slice(0, PAGE_SIZE)
            .map(({ postGroupId: id, scheduledTime }) => ({ id, scheduledTime, isAsked: true }))}
          onShared={refresh}
          onClose={() => setSharing(false)}
        />
      )}
    </Page>
  );
}
