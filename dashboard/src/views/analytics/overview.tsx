import { Text } from '@mantine/core';
import { changeOf } from '../../metrics/change.js';
import { formatOfMetric, metricName, numberOf, SUMMED } from '../../metrics/metric.js';
import { formatList, formatNumber, shortDate } from '../../parts/formats.js';
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
    <Panel title="Overview" isBusy={isBusy}>
      <ul className={classes.tiles} aria-label="Sums of the period">
        <Tile name="Posts" now={total.posts} then={previous?.posts ?? null} />
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
      {!hasNumbers && <Text size="sm">No numbers yet: the first come an hour after a post is published.</Text>}
      {hasNumbers && missing.length > 0 && (
        <Text size="sm" c="dimmed">
          Not given by these platforms: {formatList(missing)}.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Numbers of the posts that were published in these days, as last read
        {hasNumbers && total.measuredPosts < total.posts && (
          <>
            : {formatNumber(total.measuredPosts)} of {formatNumber(total.posts)} posts have numbers
          </>
        )}
        .{compared && ` Changes compare with ${shortDate(compared.from)} – ${shortDate(compared.to)}.`}
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
      <Text className={classes.sum}>{now === null ? 'Not given' : format(now)}</Text>
      <Text size="xs" c="dimmed">
        {change && then !== null ? `${change} (before: ${format(then)})` : 'No comparison'}
      </Text>
    </li>
  );
}

/** How many there are at the end of the period, and how many more than at its begin. */
const Followers = ({ now, change }: { now: number; change: number | null }) => (
  <li>
    <Text size="xs" c="dimmed">
      Followers
    </Text>
    <Text className={classes.sum}>{formatNumber(now)}</Text>
    <Text size="xs" c="dimmed">
      {change === null ? 'No comparison' : `${formatSigned(change)} in these days`}
    </Text>
  </li>
);

const formatSigned = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }).format;
