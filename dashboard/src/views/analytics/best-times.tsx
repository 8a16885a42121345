import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { VariablesOf } from '../../api/graphql.js';
import { type Metric, metricInText, metricName } from '../../metrics/metric.js';
import { ChartFrame } from '../../parts/chart/chart-frame.js';
import { HeatLegend, HeatMap } from '../../parts/chart/heat-map.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import {
  cityOf,
  FIRST_DAY_OF_WEEK,
  formatAverage,
  formatNumber,
  formatPercent,
  shortDate,
} from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Panel } from '../../parts/panel.js';
import { timeOfDay, WEEKDAYS, weekdayName } from '../../parts/weekdays.js';
import { AddToSchedule } from './add-to-schedule.js';
import classes from './analytics.module.css';
import { BEST_TIMES, type BestTime, type BestTimes as Found } from './analytics.operations.js';
import { daysIn } from './analytics-search.js';
import type { Period } from './periods.js';
import { useReport } from './use-report.js';

interface BestTimesProps {
  filter: VariablesOf<typeof BEST_TIMES>['filter'];
  metric: Metric;
}

/** The hours of the week whose posts achieved most. */
export function BestTimes({ filter, metric: chosen }: BestTimesProps) {
  const variables = useMemo(() => ({ filter, by: chosen }), [filter, chosen]);
  const { data, failure, refresh, variables: shown, isOutdated } = useReport({ query: BEST_TIMES, variables });
  const found = data?.bestTimes;
  return (
    <Panel title={t`Best times`} isBusy={isOutdated}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!found && !failure && <Loading rows={2} height={80} />}
      {found && !found.isEnough && (
        <Text size="sm">
          {found.posts < found.needed
            ? t`Not enough posts yet: ${formatNumber(found.posts)} of ${formatNumber(found.needed)} from ${inWords(daysIn(found.period))}. Come back later.`
            : t`Not enough weeks yet: these posts are of less than three. Come back later.`}
        </Text>
      )}
      {found?.isEnough && <Hours found={found} metric={shown.by} days={daysIn(found.period)} />}
    </Panel>
  );
}

/** The days in the order of the browser's language. */
const DAYS = [...WEEKDAYS.slice((FIRST_DAY_OF_WEEK + 6) % 7), ...WEEKDAYS.slice(0, (FIRST_DAY_OF_WEEK + 6) % 7)];
const HOURS = Array.from({ length: 24 }, (_, hour) => timeOfDay(clockOf(hour)));
const NAMED_HOURS = 3;

function clockOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const inWords = ({ from, to }: Period): string => `${shortDate(from)} – ${shortDate(to)}`;

const nameOf = ({ weekday, hour }: BestTime): string => `${weekdayName(weekday)} ${timeOfDay(clockOf(hour))}`;

interface HoursProps {
  found: Found;
  metric: Metric;
  days: Period;
}

function Hours({ found: { hours, proposals, timeZone }, metric, days }: HoursProps) {
  const mayPublish = useMay('PUBLISH');
  const name = metricName(metric);
  const inText = metricInText(metric);
  const expectedOf = ({ average, posts, confidence }: BestTime) =>
    t`${formatAverage(average)} ${inText} expected, ${plural(posts, { one: '# post', other: '# posts' })}, confidence ${formatPercent(confidence)}`;
  const sorted = hours.toSorted(
    (one, other) => DAYS.indexOf(one.weekday) - DAYS.indexOf(other.weekday) || one.hour - other.hour,
  );
  const title = t`${name} by weekday and hour`;
  return (
    <>
      {proposals.length > 0 && (
        <Stack component="ul" gap="xs" className={classes.proposals} aria-label={t`Proposed times`}>
          {proposals.map((time) => (
            <Group key={nameOf(time)} component="li" justify="space-between" gap="xs">
              <div>
                <Text size="sm">{nameOf(time)}</Text>
                <Text size="xs" c="dimmed">
                  {expectedOf(time)}
                </Text>
              </div>
              {mayPublish && (
                <AddToSchedule name={nameOf(time)} time={{ weekday: time.weekday, time: clockOf(time.hour) }} />
              )}
            </Group>
          ))}
        </Stack>
      )}
      <ChartFrame
        title={title}
        file={`best-times-${days.from}-${days.to}`}
        head={t`Time`}
        columns={[
          { title: t`Posts` },
          { title: t`Expected ${inText}`, format: formatAverage, decimals: 2 },
          { title: t`Confidence`, format: formatPercent, decimals: 2 },
        ]}
        rows={sorted.map((time) => ({
          key: nameOf(time),
          name: nameOf(time),
          values: [time.posts, time.average, time.confidence],
        }))}
      >
        <HeatMap
          title={t`Chart: ${title}`}
          rows={DAYS.map((day) => weekdayName(day, 'short'))}
          columns={HOURS}
          namedColumns={NAMED_HOURS}
          cells={hours.map((time) => ({
            row: DAYS.indexOf(time.weekday),
            column: time.hour,
            value: time.average,
            label: `${nameOf(time)}: ${expectedOf(time)}`,
          }))}
        />
        <HeatLegend
          none={t`No posts`}
          least={t`Fewest ${inText} expected`}
          most={t`Most: ${formatAverage(Math.max(...hours.map(({ average }) => average)))}`}
        />
      </ChartFrame>
      <Text size="sm" c="dimmed">
        <Trans>
          By the posts of {inWords(days)}. Times are those of {cityOf(timeZone)}. The fewer posts an hour has, the
          closer is what is expected to the average of all posts.
        </Trans>
      </Text>
    </>
  );
}
