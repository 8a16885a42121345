import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group as Row, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { VariablesOf } from '../../api/graphql.js';
import { columnOf, givenIn, type Metric, metricInText, numberOf } from '../../metrics/metric.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { asAccount } from '../../parts/avatar-stack.js';
import { DownloadCsv } from '../../parts/chart/chart-frame.js';
import { DataTable } from '../../parts/chart/data-table.js';
import { excerpt } from '../../parts/excerpt.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { TOP_POSTS, type TopPost } from './analytics.operations.js';
import { daysIn } from './analytics-search.js';
import { useReport } from './use-report.js';

interface TopPostsProps {
  filter: VariablesOf<typeof TOP_POSTS>['filter'];
  metric: Metric;
}

/** The posts with the most of a metric. */
export function TopPosts({ filter, metric: chosen }: TopPostsProps) {
  const variables = useMemo(() => ({ filter, by: chosen }), [filter, chosen]);
  const { data, failure, refresh, variables: loaded, isOutdated } = useReport({ query: TOP_POSTS, variables });
  const { by: metric } = loaded;
  const days = daysIn(loaded.filter);
  const posts = data?.topPosts ?? [];
  const shown = [metric, ...givenIn(posts.map(({ values }) => values)).filter((one) => one !== metric)];
  const table = {
    title: t`Posts with the most ${metricInText(metric)}`,
    head: t`Post`,
    fields: [t`Platform`, t`Platform id`, t`Published`, t`Link`, t`Post id`],
    columns: shown.map(columnOf),
    rows: posts.map((top) => ({
      key: top.post.id,
      name: nameOf(top),
      shown: <Post top={top} />,
      fields: fieldsOf(top),
      values: shown.map((column) => numberOf(top.values, column)),
    })),
  };
  return (
    <Panel
      title={t`Top posts`}
      isBusy={isOutdated}
      actions={posts.length > 0 && <DownloadCsv file={`top-posts-${days.from}-${days.to}`} {...table} />}
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={3} height={36} />}
      {data?.topPosts && posts.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No post of these days has {metricInText(metric)} yet.</Trans>
        </Text>
      )}
      {posts.length > 0 && <DataTable {...table} />}
    </Panel>
  );
}

const LONGEST = 80;

const nameOf = ({ post }: TopPost): string =>
  `${excerpt(post.content, LONGEST)} (${platformName(post.platformKey)}${post.account ? ` @${post.account.username}` : ''})`;

const fieldsOf = ({ post, postGroup }: TopPost) => [
  ...[platformName(post.platformKey), post.platformId],
  ...[post.publishedAt ?? '', post.url ?? '', postGroup.id],
];

const Post = ({ top: { post, postGroup } }: { top: TopPost }) => (
  <Row gap="sm" wrap="nowrap">
    <AccountAvatar account={asAccount(post.platformKey, post.account)} size={24} labelled />
    <Stack gap={0} miw="9rem">
      <PageLink to="/posts/$postGroupId" params={{ postGroupId: postGroup.id }} size="sm" lineClamp={2}>
        {excerpt(post.content, LONGEST) || t`Without a text`}
      </PageLink>
      {post.publishedAt && (
        <Text size="xs" c="dimmed">
          <Time at={post.publishedAt} />
        </Text>
      )}
    </Stack>
  </Row>
);
