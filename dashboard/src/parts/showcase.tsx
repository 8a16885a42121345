import { Trans } from '@lingui/react/macro';
import { Paper, Text } from '@mantine/core';
import { CheckIcon } from '@primer/octicons-react';
import { AccountAvatar } from './account-avatar.js';
import { formatOf } from './formats.js';
import type { Platform } from './platform.js';
import classes from './showcase.module.css';

const account = (platform: Platform, displayName: string) => ({
  platform,
  displayName,
  username: '',
  picturePath: null,
});

const ACCOUNTS = [
  account('PHOTOGRAM', 'Corner Cycles'),
  account('MICROBLOG', 'Corner Cycles'),
  account('NETWORK', 'Mira Lang'),
  account('SKYFEED', 'Corner Cycles'),
] as const;

/** The days of the small calendar, counted from Monday, with the accounts of their posts. */
const WEEK: readonly (readonly [day: number, posts: readonly (readonly number[])[]])[] = [
  [0, [[0, 1]]],
  [1, [[2]]],
  [2, [[0, 1, 3], [1]]],
  [3, []],
  [4, [[2, 3], [0]]],
];

// The first day of 2024 was a Monday.
const weekday = (day: number): string =>
  formatOf({ weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day));

/** What the product does, as a picture made of the dashboard's components. It is decorative, and only wide windows have room for it. */
export const Showcase = () => (
  <div className={classes.stage} aria-hidden="true">
    <Paper withBorder className={classes.composer}>
      <div className={classes.chips}>
        {ACCOUNTS.map((one) => (
          <AccountAvatar key={one.platform} account={one} size={28} />
        ))}
      </div>
      <Text size="lg">
        <Trans>
          Saturday is repair day: bring your bike, we bring the tools. Coffee is on us until noon.{' '}
          <span className={classes.tag}>#bikes</span>
        </Trans>
      </Text>
      <div className={classes.foot}>
        <Text span size="xs" c="dimmed" className={classes.ready}>
          <Trans>
            <CheckIcon size={12} className={classes.check} /> Goes through on all four
          </Trans>
        </Text>
        <span className={classes.button}>
          <Trans>Schedule</Trans>
        </span>
      </div>
    </Paper>
    <Paper withBorder className={classes.week}>
      {WEEK.map(([day, posts]) => (
        <div key={day}>
          <Text size="xs" c="dimmed">
            {weekday(day)}
          </Text>
          {posts.map((targets) => (
            <div key={targets.join()} className={classes.event}>
              {targets.map((index) => {
                const target = ACCOUNTS[index];
                return target && <AccountAvatar key={target.platform} account={target} size={18} />;
              })}
              <span className={classes.line} />
            </div>
          ))}
        </div>
      ))}
    </Paper>
  </div>
);
