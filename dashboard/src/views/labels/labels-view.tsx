import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { NewLabel } from '../../posts/label-dialog.js';
import { LabelRow } from './label-row.js';
import { MANAGED_LABELS } from './labels.operations.js';

/** The labels of the account, with their colors, and how many posts and files have each. */
export function LabelsView() {
  const { data, failure, refresh } = useLiveQuery({ query: MANAGED_LABELS, variables: {} });
  const page = data?.labels;
  const isLong = page?.pageInfo.hasNextPage ?? false;
  const second = useLiveQuery({
    query: MANAGED_LABELS,
    variables: { after: page?.pageInfo.endCursor },
    pause: !isLong,
  });
  const labels = page && [page, isLong ? second.data?.labels : null].flatMap((one) => one?.edges ?? []);
  const mayWrite = useMay('DRAFT');
  const refreshAll = () => {
    refresh();
    if (isLong) second.refresh();
  };
  return (
    <Page
      title={t`Labels`}
      actions={
        <PageLink to="/posts">
          <Trans>All posts</Trans>
        </PageLink>
      }
    >
      <Text size="sm">
        <Trans>
          Labels sort posts and files. They are seen here alone, and nothing of them is published. The calendar shows
          the color of a post’s first label.
        </Trans>
      </Text>
      {mayWrite && <NewLabel onCreated={refreshAll} />}
      {failure && <FailureNotice failure={failure} onRetry={refreshAll} />}
      {!data && !failure && <Loading />}
      {labels?.length === 0 && (
        <Empty title={t`No labels yet`}>
          <Trans>Create one for each campaign, client or topic.</Trans>
        </Empty>
      )}
      {labels && labels.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Labels`}>
          {labels.map(({ node }) => (
            <LabelRow key={node.id} label={node} mayWrite={mayWrite} onChanged={refreshAll} />
          ))}
        </Stack>
      )}
    </Page>
  );
}
