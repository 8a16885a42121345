import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { formatNumber, shortDay } from '../../parts/formats.js';
import { platformName } from '../../parts/platform.js';
import { PlatformGlyph } from '../../parts/platform-glyph.js';
import { useTimeZone } from '../../parts/time.js';
import { Bars } from './bars.js';
import classes from './home.module.css';
import type { Home } from './home.operations.js';

interface LastDaysProps {
  outcomes: Home['outcomes'];
  /** Of the 30 days before. */
  before: Home['outcomesBefore'];
}

const PLATFORMS_SHOWN = 6;

/** What was published in the last 30 days: by day and by platform. Posts to several accounts count once for each. */
export function LastDays({ outcomes, before }: LastDaysProps) {
  const timeZone = useTimeZone();
  if (!outcomes) return null;
  const { intervals, platforms } = outcomes;
  const sum = (count: 'published' | 'failed') => intervals.reduce((all, day) => all + day[count], 0);
  const [published, failed] = [sum('published'), sum('failed')];
  const publishedBefore = before?.intervals[0]?.published ?? 0;
  const most = Math.max(1, ...platforms.map((platform) => platform.published));
  return (
    <Paper component="section" withBorder aria-labelledby="last-days">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="last-days">
          <Trans>Last 30 days</Trans>
        </Title>
      </div>
      <div className={classes.numbers}>
        <div>
          <Text className={classes.number}>{formatNumber(published)}</Text>
          <Text size="xs" c="dimmed">
            {publishedInWords(published, publishedBefore)}
          </Text>
        </div>
        <div>
          <Text className={classes.number}>{formatNumber(failed)}</Text>
          <Text size="xs" c="dimmed">
            <Trans>failed</Trans>
          </Text>
        </div>
      </div>
      <div className={classes.chart}>
        <Bars
          title={t`Published by day: ${formatNumber(published)} in 30 days, ${formatNumber(failed)} failed`}
          days={intervals.map((day) => ({ ...day, label: shortDay(day.from, timeZone) }))}
        />
        <div className={classes.axis} aria-hidden>
          <span>{intervals[0] && shortDay(intervals[0].from, timeZone)}</span>
          <span>
            <Trans>Today</Trans>
          </span>
        </div>
      </div>
      {platforms.length > 0 && (
        <ul className={classes.platforms} aria-label={t`Published by platform`}>
          {platforms.slice(0, PLATFORMS_SHOWN).map(({ platformKey, published: count }) => (
            <li key={platformKey}>
              <PlatformGlyph platform={platformKey} size={16} decorative />
              <Text size="sm" truncate>
                {platformName(platformKey)}
              </Text>
              <svg className={classes.share} preserveAspectRatio="none" viewBox="0 0 100 6" aria-hidden="true">
                <rect width="100" height="6" rx="3" className={classes.track} />
                <rect width={(100 * count) / most} height="6" rx="3" className={classes.fill} />
              </svg>
              <Text size="sm" ta="end">
                {formatNumber(count)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

/** `published, 3 more than before`. Nothing before is no comparison. */
function publishedInWords(now: number, before: number): string {
  if (before === 0) return t`published`;
  if (now === before) return t`published, as in the 30 days before`;
  const difference = formatNumber(Math.abs(now - before));
  return now > before
    ? t`published, ${difference} more than in the 30 days before`
    : t`published, ${difference} fewer than in the 30 days before`;
}
