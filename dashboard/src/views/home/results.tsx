import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useQuery } from 'urql';
import { changeOf } from '../../metrics/change.js';
import { formatNumber, shortDate } from '../../parts/formats.js';
import { PageLink } from '../../parts/link.js';
import { useTimeZone } from '../../parts/time.js';
import { laterDate, SHOWN_DAYS } from './days.js';
import classes from './home.module.css';
import { RESULTS } from './results.operations.js';

const HEIGHT = 110;
// A first visit has no numbers.
const BarChart = lazy(async () => ({ default: (await import('../../parts/chart/bar-chart.js')).BarChart }));

/** What the posts of the last 30 days achieved. Nothing until there are numbers. */
export function Results({ today }: { today: string }) {
  const timeZone = useTimeZone();
  const from = laterDate(today, 1 - SHOWN_DAYS);
  const variables = useMemo(() => ({ filter: { from, to: laterDate(today, 1), timeZone } }), [from, today, timeZone]);
  const [{ data }] = useQuery({ query: RESULTS, variables });
  const report = data?.metrics;
  const engagements = report?.total.values.engagements ?? null;
  if (!report || engagements === null) return null;
  const byDay = new Map(report.groups.map(({ key, total }) => [key, total.values.engagements]));
  const compared = report?.comparedWith;
  const change = changeOf(engagements, report.previous?.values.engagements ?? null);
  return (
    <Paper component="section" withBorder aria-labelledby="results">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="results">
          <Trans>Results</Trans>
        </Title>
        <PageLink to="/analytics" size="sm">
          <Trans>All results</Trans>
        </PageLink>
      </div>
      <div className={classes.numbers}>
        <div>
          <Text className={classes.number}>{formatNumber(engagements)}</Text>
          <Text size="xs" c="dimmed">
            {change && compared
              ? t`engagements with posts of the last 30 days, ${change} against ${shortDate(compared.from)} – ${shortDate(laterDate(compared.to, -1))}`
              : t`engagements with posts of the last 30 days`}
          </Text>
        </div>
      </div>
      <div className={classes.chart} style={{ minHeight: HEIGHT }}>
        <Suspense>
          <BarChart
            title={t`Engagements by day: ${formatNumber(engagements)} in 30 days`}
            format={formatNumber}
            bars={Array.from({ length: SHOWN_DAYS }, (_, index) => laterDate(from, index)).map((day) => ({
              ...{ key: day, label: shortDate(day), value: byDay.get(day) ?? null },
            }))}
            height={HEIGHT}
          />
        </Suspense>
      </div>
    </Paper>
  );
}
