import { Text } from '@mantine/core';
import type { ScheduleEventData } from '@mantine/schedule';
import { excerpt } from '../../parts/excerpt.js';
import { STATUS } from '../../parts/post-status.js';
import { toEntered } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import wallClock from './wall-clock.js';

const WALL_CLOCK = 'YYYY-MM-DD HH:mm:ss';
/** The length of a post in the calendar: enough to read and drag it. */
const LENGTH_MINUTES = 30;

interface EventPayload {
  post: CalendarPost;
  /** When it goes out, on the clock of the time zone. */
  wallTime: string;
}

export type CalendarEvent = ScheduleEventData<EventPayload>;

/** A post as an event at its time, or where it is being moved to. */
export function toEvent(post: CalendarPost, at: string, timeZone: string): CalendarEvent {
  const wallTime = toEntered(at, timeZone);
  const lastStart = wallClock(wallTime).endOf('day').subtract(LENGTH_MINUTES, 'minute');
  const start = wallClock(wallTime).isAfter(lastStart) ? lastStart : wallClock(wallTime);
  return {
    id: post.id,
    title: excerpt(post.content, 60),
    start: start.format(WALL_CLOCK),
    end: start.add(LENGTH_MINUTES, 'minute').format(WALL_CLOCK),
    color: lookOf(post).color,
    payload: { post, wallTime },
  };
}

const lookOf = ({ status, processingStatus }: CalendarPost) =>
  STATUS[status === 'SCHEDULED' && processingStatus === 'PROCESSING' ? 'PROCESSING' : status];

/** Status, time and beginning of the text. */
export function EventBody({ post, wallTime }: EventPayload) {
  const { icon: Icon, label } = lookOf(post);
  return (
    <Text span size="xs" c="var(--mantine-color-text)" truncate display="block">
      <Icon size={12} aria-label={label} /> {wallTime.slice(11, 16)} {excerpt(post.content, 60)}
    </Text>
  );
}
