import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useMay } from '../../parts/may.js';
import { DayList } from './agenda.js';
import classes from './agenda.module.css';
import { type Day, firstOfMonth } from './days.js';
import type { GridProps } from './grid-props.js';
import { dayNumber, fullDay, longDay, weekday } from './words.js';

interface PhoneMonthProps extends GridProps {
  onDate: (day: Day) => void;
  onCompose: (at: string) => void;
}

/** As many dots as fit below the number of a day. */
const DOTS = 4;

/** A month on a narrow screen: its days, and the posts of one of them. */
export function PhoneMonth({ days, date, placed, today, proposeAt, onDate, onCompose, ...shared }: PhoneMonthProps) {
  const mayWrite = useMay('DRAFT');
  const byDay = useMemo(() => Map.groupBy(placed, ({ day }) => day), [placed]);
  const posts = byDay.get(date) ?? [];
  return (
    <Stack>
      <div className={classes.weeks}>
        {days.slice(0, 7).map((day) => (
          <span key={day} className={classes.weekday} aria-hidden>
            {weekday(day)}
          </span>
        ))}
        {days.map((day) => {
          const count = byDay.get(day)?.length ?? 0;
          return (
            <div key={day} data-day={day}>
              <UnstyledButton
                w="100%"
                className={classes.cell}
                tabIndex={-1}
                data-item
                data-outside={firstOfMonth(day) !== firstOfMonth(date) || undefined}
                data-today={day === today || undefined}
                aria-pressed={day === date}
                aria-current={day === today ? 'date' : undefined}
                aria-label={`${longDay(day)}${count > 0 ? `, ${plural(count, { one: '# post', other: '# posts' })}` : ''}`}
                onClick={() => onDate(day)}
              >
                {dayNumber(day).replace(/\D/g, '')}
                <span className={classes.dots}>
                  {Array.from({ length: Math.min(count, DOTS) }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other identity
                    <span key={index} />
                  ))}
                </span>
              </UnstyledButton>
            </div>
          );
        })}
      </div>
      <section data-day={`${date} posts`} aria-label={fullDay(date)}>
        <Title order={2} size="h6" mb="xs">
          {fullDay(date)}
        </Title>
        {posts.length > 0 ? (
          <DayList posts={posts} {...shared} />
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>No posts on this day.</Trans>
          </Text>
        )}
        {mayWrite && date >= today && (
          <Button variant="default" fullWidth mt="sm" onClick={() => onCompose(proposeAt(date))}>
            <Trans>New post on this day</Trans>
          </Button>
        )}
      </section>
    </Stack>
  );
}
