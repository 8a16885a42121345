import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group as Row, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { VariablesOf } from '../../api/graphql.js';
import { changeOf } from '../../metrics/change.js';
import { columnOf, formatOfMetric, givenIn, type Metric, missingIn, numberOf, SUMMED } from '../../metrics/metric.js';
import { ACCOUNTS_OF_TARGETS } from '../../parts/accounts.js';
import { DownloadCsv } from '../../parts/chart/chart-frame.js';
import { DataTable } from '../../parts/chart/data-table.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatSigned } from '../../parts/formats.js';
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

const WORDS: Record<Grouping, Record<'one' | 'all' | 'title' | 'compare', MessageDescriptor>> = {
  ACCOUNT: { one: msg`Account`, all: msg`Accounts`, title: msg`By account`, compare: msg`Compare accounts` },
  PLATFORM: { one: msg`Platform`, all: msg`Platforms`, title: msg`By platform`, compare: msg`Compare platforms` },
  LABEL: { one: msg`Label`, all: msg`Labels`, title: msg`By label`, compare: msg`Compare labels` },
  AUTHOR: { one: msg`Author`, all: msg`Authors`, title: msg`By author`, compare: msg`Compare authors` },
};

/** What accounts, platforms, labels or authors achieved, side by side. */
export function Groups({ filter, search, metric, onChange }: GroupsProps) {
  // One account alone is no comparison.
  const choices = GROUPINGS.filter((one) => one !== 'ACCOUNT' || !search.target);
  const chosen = oneOf(choices, search.by) ?? (search.target ? 'LABEL' : 'ACCOUNT');
  const variables = useMemo(() => ({ filter, by: chosen }), [filter, chosen]);
  const { data, failure, refresh, variables: loaded, isOutdated } = useReport({ query: GROUPS, variables });
  const by = oneOf(GROUPINGS, loaded.by) ?? chosen;
  const groups = data?.metrics?.groups ?? [];
  const accounts = useAccountNames(by === 'ACCOUNT' ? groups : NONE);
  const given = givenIn(
    groups.map(({ total }) => total.values),
    SUMMED,
  ).filter((one) => one !== metric);
  const shown = [metric, ...given];
  const hasFollowers = groups.some(({ total }) => total.followers !== null);
  const words = WORDS[by];
  const days = daysIn(loaded.filter);
  const table = {
    title: t(words.title),
    head: t(words.one),
    fields: by === 'ACCOUNT' ? [t`Platform`, t`Platform id`] : [],
    columns: [
      { title: t`Posts` },
      ...shown.map((column) => ({
        ...columnOf(column),
        hasBar: column === metric,
      })),
      ...(hasFollowers ? [{ title: t`Followers` }] : []),
    ],
    rows: groups.map((group) => ({
      key: group.key,
      name: nameOf(group, by, accounts),
      shown: <Name name={nameOf(group, by, accounts)} group={group} by={by} search={search} />,
      fields: by === 'ACCOUNT' ? [platformName(platformKeyOf(group)), group.key] : [],
      values: [
        group.total.posts,
        ...shown.map((column) => numberOf(group.total.values, column)),
        ...(hasFollowers ? [group.total.followers] : []),
      ],
      notes: [
        null,
        <Change key="change" group={group} metric={metric} />,
        ...given.map(() => null),
        <FollowersChange key="followers" change={group.total.followersChange} />,
      ],
      missing: missingIn(group.total),
    })),
  };
  return (
    <Panel
      title={t(words.compare)}
      isBusy={isOutdated}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t`Compare`}
          data={choices.map((value) => ({ value, label: t(WORDS[value].all) }))}
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
            <DownloadCsv file={`results-by-${by.toLowerCase()}-${days.from}-${days.to}`} {...table} />
          </Row>
          <DataTable {...table} />
        </>
      )}
      {by === 'LABEL' && groups.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>A post with several labels counts for each of them.</Trans>
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

const FollowersChange = ({ change }: { change: number | null }) =>
  change !== null && (
    <Text size="xs" c="dimmed">
      {formatSigned(change)}
    </Text>
  );

const NONE: readonly Group[] = [];
/** A filter has at most so many accounts; those with the most engagements come first. */
const MOST_ACCOUNTS = 100;

/** The platform and the user name of connected accounts, by their platform ids: several have the same display name. */
function useAccountNames(groups: readonly Group[]): ReadonlyMap<string, string> {
  const platformIds = groups.slice(0, MOST_ACCOUNTS).map(({ key }) => key);
  const [{ data }] = useQuery({
    query: ACCOUNTS_OF_TARGETS,
    variables: { platformIds, count: MOST_ACCOUNTS },
    pause: platformIds.length === 0,
  });
  return new Map(
    data?.connectedAccounts?.edges.map(({ node }) => [
      node.platformId,
      `${platformName(node.platform ?? '')} @${node.username}`,
    ]),
  );
}

const platformKeyOf = ({ key }: Group): string => key.split('-')[0] ?? '';

function nameOf(group: Group, by: Grouping, accounts: ReadonlyMap<string, string>): string {
  const { key, name } = group;
  if (by === 'PLATFORM') return platformName(key);
  const platform = platformName(platformKeyOf(group));
  if (by === 'ACCOUNT' && name === '') return t`An account on ${platform}, disconnected`;
  if (by === 'ACCOUNT') return accounts.get(key) ?? `${name} (${platform})`;
  if (name !== '') return name;
  if (by === 'LABEL') return t`Without a label`;
  return key === '' ? t`By a program (API or assistant)` : t`A former member`;
}

interface NameProps {
  name: string;
  group: Group;
  by: Grouping;
  search: AnalyticsSearch;
}

/** Leads to the same view of this one alone. */
function Name({ name, group, by, search }: NameProps) {
  const { key } = group;
  const narrowed = narrowedBy(key, by);
  const platform = by === 'PLATFORM' ? key : by === 'ACCOUNT' ? platformKeyOf(group) : undefined;
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
