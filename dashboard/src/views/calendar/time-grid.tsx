import { t } from '@lingui/core/macro';
import { UnstyledButton } from '@mantine/core';
import { useElementSize, useInterval } from '@mantine/hooks';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { cityOf, offsetAt } from '../../parts/formats.js';
import type { Day } from './days.js';
import type { GridProps } from './grid-props.js';
import { positionOf, rowsOf, type Slot, slotsOf } from './slots.js';
import { HOUR_PX, TimeDay } from './time-day.js';
import classes from './time-grid.module.css';
import type { FreeTime } from './use-free-times.js';
import { clockHour, dayNumber, fullDay, weekday } from './words.js';

const MINUTE_MS = 60_000;
/** In pixels: the least width of an event beside others. */
const LANE_IN_WEEK = 74;
const LANE_IN_DAY = 170;
const FIRST_SHOWN_HOUR = 7;
/** Today, so many hours before now are in sight. */
const BEFORE_NOW = 3;

/** The hours of a week or of a day, with the posts at their times. */
export const TimeGrid = memo(function TimeGrid(props: GridProps) {
  const { days, placed, free, today, timeZone, selected, moving, onOpen } = props;
  const slots = useMemo(() => days.map((day) => slotsOf(day, timeZone)), [days, timeZone]);
  const rows = useMemo(() => rowsOf(slots), [slots]);
  const byDay = useMemo(() => Map.groupBy(placed, ({ day }) => day), [placed]);
  const now = useNow();
  const { ref: measured, width } = useElementSize();
  const scrolled = useRef<HTMLDivElement>(null);
  const lane = days.length > 1 ? LANE_IN_WEEK : LANE_IN_DAY;
  const maxLanes = Math.max(2, Math.floor(width / days.length / lane));
  const first = days[0];
  const index = days.indexOf(today);
  const firstShown = index < 0 ? FIRST_SHOWN_HOUR : positionOf(now, slots[index] ?? NO_SLOTS, rows) - BEFORE_NOW;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other days are shown, not every minute
  useEffect(() => {
    scrolled.current?.scrollTo({ top: firstShown * HOUR_PX });
  }, [first]);
  return (
    <div ref={scrolled} className={classes.scroll}>
      <div className={classes.gutter} aria-hidden>
        <div className={classes.corner} title={timeZone}>
          {cityOf(timeZone)}
        </div>
        {rows.map(({ hour, occurrence }, index) => (
          <div key={hour * 2 + occurrence} className={classes.label} style={{ height: HOUR_PX }}>
            {index > 0 && <span>{clockHour(hour)}</span>}
          </div>
        ))}
      </div>
      <div ref={measured} className={classes.columns} data-single={days.length === 1 || undefined}>
        {days.map((day, index) => {
          const ofDay = slots[index] ?? NO_SLOTS;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
            <div key={day} role="group" aria-label={fullDay(day)} className={classes.column} data-day={day}>
              <DayHead
                day={day}
                isToday={day === today}
                isAlone={days.length === 1}
                note={clockNote(ofDay, timeZone)}
              />
              <TimeDay
                slots={ofDay}
                rows={rows}
                posts={byDay.get(day) ?? NO_POSTS}
                free={free.get(day) ?? NO_TIMES}
                maxLanes={maxLanes}
                now={day < today ? 'passed' : day > today ? 'ahead' : positionOf(now, ofDay, rows)}
                timeZone={timeZone}
                selected={selected}
                moving={moving}
                onOpen={onOpen}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
});

const NO_SLOTS: Slot[] = [];
const NO_POSTS: GridProps['placed'] = [];
const NO_TIMES: FreeTime[] = [];

/** Says that clocks change on a day; null if they do not. */
function clockNote(slots: Slot[], timeZone: string): string | null {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  const [before, after] = [offsetAt(first.at, timeZone), offsetAt(last.at, timeZone)];
  return before === after ? null : t`Clocks change: ${before} to ${after}`;
}

interface DayHeadProps {
  day: Day;
  isToday: boolean;
  isAlone: boolean;
  note: string | null;
}

const DayHead = ({ day, isToday, isAlone, note }: DayHeadProps) => (
  <div className={classes.head} data-today={isToday || undefined}>
    {isAlone ? (
      <span>{fullDay(day)}</span>
    ) : (
      <UnstyledButton
        className={classes.dayButton}
        tabIndex={-1}
        data-item
        data-top={-1}
        data-open-day={day}
        aria-current={isToday ? 'date' : undefined}
      >
        {weekday(day)} <span className={classes.number}>{dayNumber(day)}</span>
      </UnstyledButton>
    )}
    {note && <span className={classes.note}>{note}</span>}
  </div>
);

/** The time, once a minute. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useInterval(() => setNow(new Date().toISOString()), MINUTE_MS, { autoInvoke: true });
  return now;
}
