import { plural, t } from '@lingui/core/macro';
import { UnstyledButton } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { memo, useMemo } from 'react';
import { useMay } from '../../parts/may.js';
import { type Day, firstOfMonth, isWeekend } from './days.js';
import { EventChip } from './event-chip.js';
import type { GridProps } from './grid-props.js';
import classes from './month.module.css';
import { MoreEvents } from './more-events.js';
import type { PlacedPost } from './placed-post.js';
import { dayNumber, fullDay, longDay, weekday } from './words.js';

/** In pixels: what is above and below the weeks, the head of a day, and an event with its distance. */
const AROUND = 52 + 16 + 30 + 24;
const DAY_HEAD = 32;
const EVENT = 45;
const MORE = 27;
const SMALLEST_WEEK = DAY_HEAD + EVENT + MORE;

/** The weeks of a month, as high as the window; each day has its posts, and the number of those without room. */
export const MonthGrid = memo(function MonthGrid({ days, date, placed, today, proposeAt, ...shared }: GridProps) {
  const mayWrite = useMay('DRAFT');
  const { height: measured } = useViewportSize();
  // Not measured before the first paint.
  const height = measured || window.innerHeight;
  const weekHeight = Math.max(SMALLEST_WEEK, Math.floor((height - AROUND) / (days.length / 7)));
  const room = useMemo(() => {
    const space = weekHeight - DAY_HEAD;
    return { all: Math.floor(space / EVENT), withMore: Math.max(1, Math.floor((space - MORE) / EVENT)) };
  }, [weekHeight]);
  const byDay = useMemo(() => Map.groupBy(placed, ({ day }) => day), [placed]);
  const month = firstOfMonth(date);
  return (
    <div className={classes.month}>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{weekday(day)}</span>
        ))}
      </div>
      <div className={classes.days} style={{ gridAutoRows: `minmax(${weekHeight}px, auto)` }}>
        {days.map((day) => (
          <MonthDay
            key={day}
            {...shared}
            day={day}
            posts={byDay.get(day) ?? NONE}
            room={room}
            isToday={day === today}
            isOutside={firstOfMonth(day) !== month}
            isPast={day < today}
            composeAt={day < today || !mayWrite ? undefined : proposeAt(day)}
          />
        ))}
      </div>
    </div>
  );
});

const NONE: PlacedPost[] = [];

interface MonthDayProps extends Pick<GridProps, 'timeZone' | 'selected' | 'moving' | 'onOpen'> {
  day: Day;
  posts: PlacedPost[];
  /** The number of events that it has room for, also with a line for the others below them. */
  room: { all: number; withMore: number };
  isToday: boolean;
  isOutside: boolean;
  isPast: boolean;
  /** The time of a new post; undefined: the day has passed, or the person writes none. */
  composeAt: string | undefined;
}

const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { day, posts, room, isToday, isOutside, isPast, composeAt, timeZone, selected, moving, onOpen } = props;
  const shown = posts.length > room.all ? posts.slice(0, room.withMore) : posts;
  const rest = posts.slice(shown.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
    <div
      role="group"
      aria-label={`${fullDay(day)}${posts.length > 0 ? `, ${plural(posts.length, { one: '# post', other: '# posts' })}` : ''}`}
      className={classes.day}
      data-day={day}
      data-drop-day
      data-compose={composeAt}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-weekend={isWeekend(day) || undefined}
      data-past={isPast || undefined}
    >
      <div className={classes.dayHead}>
        <UnstyledButton
          className={classes.number}
          tabIndex={-1}
          data-item
          data-open-day={day}
          aria-label={day.endsWith('-01') ? undefined : longDay(day)}
          aria-current={isToday ? 'date' : undefined}
        >
          {dayNumber(day)}
        </UnstyledButton>
        {composeAt && (
          <UnstyledButton
            className={classes.add}
            tabIndex={-1}
            data-item
            data-compose={composeAt}
            aria-label={t`New post on ${longDay(day)}`}
          >
            <PlusIcon size={14} />
          </UnstyledButton>
        )}
      </div>
      {shown.map((one) => (
        <EventChip
          key={one.post.id}
          placed={one}
          timeZone={timeZone}
          isSelected={selected.has(one.post.id)}
          isMoving={moving.has(one.post.id)}
        />
      ))}
      {rest.length > 0 && (
        <MoreEvents posts={rest} timeZone={timeZone} onOpen={onOpen} label={t`+${rest.length} more`} />
      )}
    </div>
  );
});
