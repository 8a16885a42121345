import { Group as Row, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { VariablesOf } from '../../api/graphql.js';
import { changeOf } from '../../metrics/change.js';
import { formatOfMetric, givenIn, type Metric, metricName, numberOf, SUMMED } from '../../metrics/metric.js';
import { DownloadCsv } from '../../parts/chart/chart-frame.js';
import { DataTable } from '../../parts/chart/data-table.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { knownPlatforms, platformName } from '../../parts/platform.js';
import { PlatformGlyph } from '../../parts/platform-glyph.js';
import { GROUPS, type Group } from './analytics.operations.js';
import { type AnalyticsSearch, daysIn, GROUPINGS, type Grouping } from './analytics-search.js';
import { useReport } from './use-report.js';

interface GroupsProps {
  filter: VariablesOf<typeof GROUPS>['filter'];
  search: AnalyticsSearch;
  metric: Metric;
  onChange: (changes: Partial<AnalyticsSearch>) => void;
}

const WORDS: Record<Grouping, [one: string, all: string]> = {
  ACCOUNT: ['Account', 'Accounts'],
  PLATFORM: ['Platform', 'Platforms'],
  LABEL: ['Label', 'Labels'],
  AUTHOR: ['Author', 'Authors'],
};

/** What accounts, platforms, labels or authors achieved, side by side. */
export function Groups({ filter, search, metric, onChange }: GroupsProps) {
  const { by: chosen = 'ACCOUNT' } = search;
  const variables = useMemo(() => ({ filter, by: chosen }), [filter, chosen]);
  const { data, failure, refresh, variables: loaded, isOutdated } = useReport({ query: GROUPS, variables });
  const by = oneOf(GROUPINGS, loaded.by) ?? chosen;
  const groups = data?.metrics?.groups ?? [];
  const given = givenIn(
    groups.map(({ total }) => total.values),
    SUMMED,
  ).filter((one) => one !== metric);
  const shown = [metric, ...given];
  const [one, all] = WORDS[by];
  const days = daysIn(loaded.filter);
  const table = {
    title: `By ${one.toLowerCase()}`,
    head: one,
    columns: [
      { title: 'Posts' },
      ...shown.map((column) => ({
        title: metricName(column),
        format: formatOfMetric(column),
        hasBar: column === metric,
      })),
    ],
    rows: groups.map((group) => ({
      key: group.key,
      name: nameOf(group, by),
      shown: <Name group={group} by={by} search={search} />,
      values: [group.total.posts, ...shown.map((column) => numberOf(group.total.values, column))],
      notes: [null, <Change key="change" group={group} metric={metric} />],
      missing: group.total.posts === 0 ? 'No posts' : group.total.measuredPosts === 0 ? 'No numbers yet' : 'Not given',
    })),
  };
  return (
    <Panel
      title={`Compare ${all.toLowerCase()}`}
      isBusy={isOutdated}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Compare"
          data={GROUPINGS.map((value) => ({ value, label: WORDS[value][1] }))}
          value={chosen}
          onChange={(value) => onChange({ by: oneOf(GROUPINGS, value) })}
        />
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={3} height={36} />}
      {groups.length > 0 && (
        <>
          <Row justify="flex-end">
            <DownloadCsv file={`results-by-${one.toLowerCase()}-${days.from}-${days.to}`} {...table} />
          </Row>
          <DataTable {...table} />
        </>
      )}
      {by === 'LABEL' && groups.length > 0 && (
        <Text size="sm" c="dimmed">
          A post with several labels counts for each of them.
        </Text>
      )}
    </Panel>
  );
}

function Change({ group: { total, previous }, metric }: { group: Group; metric: Metric }) {
  const change =
    previous && changeOf(numberOf(total.values, metric), numberOf(previous.values, metric), formatOfMetric(metric));
  return (
    change && (
      <Text size="xs" c="dimmed">
        {change}
      </Text>
    )
  );
}

function nameOf({ key, name }: Group, by: Grouping): string {
  if (by === 'PLATFORM') return platformName(key);
  if (name !== '') return name;
  if (by === 'ACCOUNT') return `An account on ${platformName(key.split('-')[0] ?? '')}, disconnected`;
  if (by === 'LABEL') return 'Without a label';
  return key === '' ? 'By a program' : 'A former member';
}

/** Leads to the same view of this one alone. */
function Name({ group, by, search }: { group: Group; by: Grouping; search: AnalyticsSearch }) {
  const { key } = group;
  const name = nameOf(group, by);
  const narrowed = narrowedBy(key, by);
  const platform = by === 'PLATFORM' ? key : by === 'ACCOUNT' ? (key.split('-')[0] ?? null) : undefined;
  return (
    <Row gap="xs" wrap="nowrap">
      {platform !== undefined && <PlatformGlyph platform={platform} decorative />}
      {narrowed ? (
        <PageLink to="/analytics" search={{ ...search, ...narrowed }} size="sm">
          {name}
        </PageLink>
      ) : (
        name
      )}
    </Row>
  );
}

/** Null: what has none, which no filter selects. */
function narrowedBy(key: string, by: Grouping): Partial<AnalyticsSearch> | null {
  if (by === 'ACCOUNT') return { target: key };
  const platforms = by === 'PLATFORM' && knownPlatforms([key.toUpperCase()]);
  if (platforms) return { platforms };
  if (!/^[0-9a-f]{24}$/.test(key)) return null;
  return by === 'LABEL' ? { labels: [key] } : { authors: [key] };
}
