import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { GraphIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { VariablesOf } from '../../api/graphql.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { cityOf, shortDate } from '../../parts/formats.js';
import { ButtonLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { oneOf } from '../../parts/one-of.js';
import { Page } from '../../parts/page.js';
import { toEntered, useTimeZone } from '../../parts/time.js';
import { Access } from './access.js';
import { OVERVIEW, type Report } from './analytics.operations.js';
import { AnalyticsFilters } from './analytics-filters.js';
import { type AnalyticsSearch, daysIn, INTERVALS, isNarrowed, periodOf, toFilter } from './analytics-search.js';
import { BestTimes } from './best-times.js';
import { Followers } from './followers.js';
import { Groups } from './groups.js';
import { Overview } from './overview.js';
import { type Period, usualInterval } from './periods.js';
import { PrintHead } from './print-head.js';
import { ReportActions } from './report-actions.js';
import { TopPosts } from './top-posts.js';
import { Trend } from './trend.js';
import { usePrintInLight } from './use-print-in-light.js';
import { useReport } from './use-report.js';

const route = getRouteApi('/signed-in/analytics');

/** What the posts of a period achieved. */
export function AnalyticsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const today = toEntered(new Date(), timeZone).slice(0, 10);
  const { from, to } = periodOf(search, today);
  const period = useMemo(() => ({ from, to }), [from, to]);
  const interval = search.interval ?? usualInterval(period);
  const filter = useMemo(() => toFilter(search, period, timeZone), [search, period, timeZone]);
  const variables = useMemo(() => ({ filter, interval }), [filter, interval]);
  const overview = useReport({ query: OVERVIEW, variables });
  const { data, failure, refresh, isOutdated } = overview;
  const shown = daysIn(overview.variables.filter);
  usePrintInLight();
  const change = (changes: Partial<AnalyticsSearch>) =>
    void navigate({ to: '/analytics', search: { ...search, ...changes } });
  const report = data?.metrics;
  const hasPublished = (data?.postGroupCounts ?? []).some(({ status, count }) => ENDED.has(status) && count > 0);
  return (
    <Page title={t`Analytics`} actions={<ReportActions filter={filter} />}>
      <AnalyticsFilters search={search} today={today} onChange={change} />
      <PrintHead search={search} period={shown} today={today} />
      <Text size="sm" c="dimmed" role="status">
        {t`${inWords(shown)}, days of ${cityOf(overview.variables.filter.timeZone ?? timeZone)}`}
        {isOutdated && ` · ${t`Loading ${inWords(period)}…`}`}
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={3} height={160} />}
      {report && <Access search={search} />}
      {report && report.total.posts === 0 && (
        <div aria-busy={isOutdated} style={{ opacity: isOutdated ? 0.5 : undefined }}>
          <Nothing isFirst={!hasPublished} isNarrowed={isNarrowed(search)} />
        </div>
      )}
      {report && report.total.posts > 0 && <Content {...{ report, overview, filter, search }} onChange={change} />}
    </Page>
  );
}

const inWords = ({ from, to }: Period): string => `${shortDate(from)} – ${shortDate(to)}`;

/** The states of posts of which something is live. */
const ENDED: ReadonlySet<string> = new Set(['PUBLISHED', 'PARTIALLY_PUBLISHED']);

interface ContentProps {
  report: Report;
  /** What the report is of, and whether another one is loaded. */
  overview: { variables: VariablesOf<typeof OVERVIEW>; isOutdated: boolean };
  filter: ReturnType<typeof toFilter>;
  search: AnalyticsSearch;
  onChange: (changes: Partial<AnalyticsSearch>) => void;
}

function Content({ report, overview: { variables: shown, isOutdated }, filter, search, onChange }: ContentProps) {
  const { metric = 'ENGAGEMENTS' } = search;
  const [target] = shown.filter.platformIds ?? [];
  const period = daysIn(shown.filter);
  const interval = oneOf(INTERVALS, shown.interval) ?? 'DAY';
  return (
    <>
      <Overview report={report} isBusy={isOutdated} />
      <Trend
        {...{ report, period, metric, interval }}
        isBusy={isOutdated}
        onInterval={(value) => onChange({ interval: value })}
      />
      {target && <Followers platformId={target} period={period} />}
      <Groups {...{ filter, search, metric, onChange }} />
      <TopPosts filter={filter} metric={metric} />
      <BestTimes filter={filter} metric={metric} />
    </>
  );
}

function Nothing({ isFirst, isNarrowed: isFiltered }: { isFirst: boolean; isNarrowed: boolean }) {
  const mayWrite = useMay('DRAFT');
  if (!isFirst) {
    return (
      <Empty title={t`No posts in these days`} icon={GraphIcon}>
        {isFiltered ? t`Remove a filter, or choose other days.` : t`Choose other days.`}
      </Empty>
    );
  }
  return (
    <Empty
      title={t`No posts yet`}
      icon={GraphIcon}
      action={
        mayWrite && (
          <ButtonLink to="/compose" variant="default">
            <Trans>Write a post</Trans>
          </ButtonLink>
        )
      }
    >
      <Trans>
        How often your posts were seen, and what people did, is shown here. The first numbers come an hour after a post
        is published.
      </Trans>
    </Empty>
  );
}
