import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
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
      title={t`Approvals`}
      actions={
        mayShare &&
        waiting &&
        waiting.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setSharing(true)}>
            <Trans>Share for approval</Trans>
          </Button>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!waiting && !failure && <Loading height={120} />}
      {waiting?.length === 0 && (
        <Empty title={t`Nothing waits for approval`} icon={CheckCircleIcon}>
          {mayApprove
            ? t`Drafts appear here when somebody asks you to approve them.`
            : t`When you ask for the approval of a draft, it is here until somebody decides.`}
        </Empty>
      )}
      {waiting && waiting.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {plural(total, { one: '# post waits for approval.', other: '# posts wait for approval.' })}
            {policy?.approvals === 2 && ` ${t`Two people have to approve each.`}`}
          </Text>
          <ApprovalsList waiting={waiting} onDecided={refresh} />
        </>
      )}
      {total > first && first < MOST && (
        <Group>
          <Button variant="default" onClick={() => setFirst(MOST)}>
            <Trans>Show more</Trans>
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
