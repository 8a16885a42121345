import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { Fragment, memo, useMemo } from 'react';
import { clockTime, fullTime, offsetAt } from '../../parts/formats.js';
import { useMay } from '../../parts/may.js';
import { EventChip } from './event-chip.js';
import type { GridProps } from './grid-props.js';
import { layOut } from './lanes.js';
import { MoreEvents } from './more-events.js';
import type { PlacedPost } from './placed-post.js';
import { isInRow, positionOf, type Row, type Slot } from './slots.js';
import classes from './time-grid.module.css';
import type { FreeTime } from './use-free-times.js';

interface TimeDayProps extends Pick<GridProps, 'timeZone' | 'selected' | 'moving' | 'onOpen'> {
  slots: Slot[];
  rows: Row[];
  posts: PlacedPost[];
  free: FreeTime[];
  maxLanes: number;
  /** Where the time is, in rows; `passed` and `ahead`: it is another day. */
  now: number | 'passed' | 'ahead';
}

/** The height of an hour, in pixels: an event of two lines needs three quarters of it. */
export const HOUR_PX = 56;
/** Of an event, in rows. */
const EVENT_HEIGHT = 0.75;

/** The hours of a day: each with the posts that begin in it, in the order of time. */
export const TimeDay = memo(function TimeDay(props: TimeDayProps) {
  const { slots, rows, posts, free, maxLanes, now, timeZone, selected, moving, onOpen } = props;
  const mayWrite = useMay('DRAFT');
  const { placed, crowds } = useMemo(() => {
    const lowest = rows.length - EVENT_HEIGHT - 0.02;
    const events = posts.map((event) => ({ event, top: Math.min(positionOf(event.at, slots, rows), lowest) }));
    return layOut(events, EVENT_HEIGHT, maxLanes);
  }, [posts, slots, rows, maxLanes]);
  const changes = slots.length !== 24;
  return (
    <div className={classes.hours}>
      {rows.map((row, index) => {
        const slot = slots.find((one) => isInRow(one, row));
        const isPast = now === 'passed' || (typeof now === 'number' && now >= index + 1);
        const isTwice = changes && slots.filter(({ hour }) => hour === row.hour).length > 1;
        return (
          <Fragment key={row.hour * 2 + row.occurrence}>
            {slot ? (
              <UnstyledButton
                className={classes.slot}
                style={{ height: HOUR_PX }}
                tabIndex={-1}
                data-item
                data-top={index}
                data-slot={slot.at}
                data-length={slot.lengthMs}
                data-compose={isPast || !mayWrite ? undefined : slot.at}
                aria-disabled={isPast || !mayWrite || undefined}
                aria-label={mayWrite ? t`New post, ${fullTime(slot.at, timeZone)}` : fullTime(slot.at, timeZone)}
              >
                {isTwice && <span className={classes.offset}>{offsetAt(slot.at, timeZone)}</span>}
              </UnstyledButton>
            ) : (
              <div className={classes.gap} style={{ height: HOUR_PX }} />
            )}
            {placed
              .filter(({ top }) => Math.floor(top) === index)
              .map(({ event, top, lane, lanes }) => (
                <EventChip
                  key={event.post.id}
                  placed={event}
                  timeZone={timeZone}
                  isSelected={selected.has(event.post.id)}
                  isMoving={moving.has(event.post.id)}
                  top={top}
                  style={placeOf(top, lane, lanes)}
                />
              ))}
            {crowds
              .filter((crowd) => crowd.row === index)
              .map((crowd) => (
                <MoreEvents
                  key={crowd.lane}
                  posts={crowd.events}
                  timeZone={timeZone}
                  onOpen={onOpen}
                  label={`+${crowd.events.length}`}
                  top={index}
                  style={{ ...placeOf(index, crowd.lane, crowd.lanes), height: 24 }}
                />
              ))}
          </Fragment>
        );
      })}
      {free.map(({ at, schedule }) => (
        <div key={`${at} ${schedule}`} className={classes.free} style={{ top: positionOf(at, slots, rows) * HOUR_PX }}>
          <Trans>{clockTime(at, timeZone)} free</Trans>
        </div>
      ))}
      {typeof now === 'number' && <div className={classes.now} style={{ top: now * HOUR_PX }} />}
    </div>
  );
});

/** Leaves a strip of the hour free, so that it can be clicked beside a post. */
const placeOf = (top: number, lane: number, lanes: number) => ({
  position: 'absolute' as const,
  top: top * HOUR_PX + 1,
  insetInlineStart: `calc((100% - 10px) * ${lane / lanes} + 1px)`,
  width: `calc((100% - 10px) / ${lanes} - 2px)`,
});
