import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { CalendarIcon } from '@primer/octicons-react';
import { useMemo } from 'react';
import { Empty } from '../../parts/empty.js';
import { useMay } from '../../parts/may.js';
import classes from './agenda.module.css';
import { EventChip } from './event-chip.js';
import type { GridProps } from './grid-props.js';
import type { PlacedPost } from './placed-post.js';
import { fullDay } from './words.js';

interface AgendaProps extends GridProps {
  /** What is shown, such as `March 2035`. */
  range: string;
  isLoading: boolean;
  onCompose: () => void;
}

/** The posts as a list, by day. */
export function Agenda({ placed, today, range, isLoading, onCompose, ...shared }: AgendaProps) {
  const mayWrite = useMay('DRAFT');
  const byDay = useMemo(() => [...Map.groupBy(placed, ({ day }) => day)], [placed]);
  if (byDay.length === 0) {
    if (isLoading) return null;
    return (
      <Empty
        title={t`Nothing planned: ${range}`}
        icon={CalendarIcon}
        action={
          mayWrite && (
            <Button onClick={onCompose}>
              <Trans>New post</Trans>
            </Button>
          )
        }
      >
        <Trans>Posts with a time are listed here by day. Filters may hide some.</Trans>
      </Empty>
    );
  }
  return (
    <div className={classes.agenda}>
      {byDay.map(([day, posts]) => (
        <section key={day} className={classes.day} data-day={day} aria-label={fullDay(day)}>
          <Title order={2} size="h6" className={classes.title}>
            {fullDay(day)}
            {day === today && (
              <Text span size="xs" c="dimmed" ms="xs">
                <Trans>Today</Trans>
              </Text>
            )}
          </Title>
          <DayList posts={posts} {...shared} />
        </section>
      ))}
    </div>
  );
}

/** The posts of a day, one below the other. */
export const DayList = ({
  posts,
  timeZone,
  selected,
  moving,
}: Pick<GridProps, 'timeZone' | 'selected' | 'moving'> & { posts: PlacedPost[] }) => (
  <div className={classes.posts}>
    {posts.map((one) => (
      <EventChip
        key={one.post.id}
        placed={one}
        timeZone={timeZone}
        isSelected={selected.has(one.post.id)}
        isMoving={moving.has(one.post.id)}
      />
    ))}
  </div>
);
