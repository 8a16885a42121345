import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { changeOf } from '../../metrics/change.js';
import { formatOfMetric, metricName, numberOf, SUMMED } from '../../metrics/metric.js';
import { formatList, formatNumber, formatSigned, shortDate } from '../../parts/formats.js';
import { Panel } from '../../parts/panel.js';
import classes from './analytics.module.css';
import type { Report } from './analytics.operations.js';
import { daysIn } from './analytics-search.js';

interface OverviewProps {
  report: Report;
  isBusy: boolean;
}

/** The sums of the period, each against the period before. */
export function Overview({ report: { total, previous, comparedWith }, isBusy }: OverviewProps) {
  const compared = comparedWith && daysIn(comparedWith);
  const given = SUMMED.filter((metric) => numberOf(total.values, metric) !== null);
  const missing = SUMMED.filter((metric) => !given.includes(metric)).map(metricName);
  const hasNumbers = total.measuredPosts > 0;
  return (
    <Panel title={t`Overview`} isBusy={isBusy}>
      <ul className={classes.tiles} aria-label={t`Sums of the period`}>
        <Tile name={t`Posts`} now={total.posts} then={previous?.posts ?? null} />
        {given.map((metric) => (
          <Tile
            key={metric}
            name={metricName(metric)}
            now={numberOf(total.values, metric)}
            then={previous ? numberOf(previous.values, metric) : null}
            format={formatOfMetric(metric)}
          />
        ))}
        {total.followers !== null && <Followers now={total.followers} change={total.followersChange} />}
      </ul>
      {!hasNumbers && (
        <Text size="sm">
          <Trans>No numbers yet: the first come an hour after a post is published.</Trans>
        </Text>
      )}
      {hasNumbers && missing.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Not given by these platforms: {formatList(missing)}.</Trans>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {hasNumbers && total.measuredPosts < total.posts
          ? t`Numbers of the posts that were published in these days, as last read: ${formatNumber(total.measuredPosts)} of ${formatNumber(total.posts)} posts have numbers.`
          : t`Numbers of the posts that were published in these days, as last read.`}
        {compared && ` ${t`Changes compare with ${shortDate(compared.from)} – ${shortDate(compared.to)}.`}`}
      </Text>
    </Panel>
  );
}

interface TileProps {
  name: string;
  now: number | null;
  /** Of the period before; null: not given. */
  then: number | null;
  format?: (value: number) => string;
}

function Tile({ name, now, then, format = formatNumber }: TileProps) {
  const change = changeOf(now, then, format);
  return (
    <li>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text className={classes.sum}>{now === null ? t`Not given` : format(now)}</Text>
      <Text size="xs" c="dimmed">
        {change && then !== null ? t`${change} (before: ${format(then)})` : t`No comparison`}
      </Text>
    </li>
  );
}

/** How many there are at the end of the period, and how many more than at its begin. */
const Followers = ({ now, change }: { now: number; change: number | null }) => (
  <li>
    <Text size="xs" c="dimmed">
      <Trans>Followers</Trans>
    </Text>
    <Text className={classes.sum}>{formatNumber(now)}</Text>
    <Text size="xs" c="dimmed">
      {change === null ? t`No comparison` : t`${formatSigned(change)} in these days`}
    </Text>
  </li>
);
