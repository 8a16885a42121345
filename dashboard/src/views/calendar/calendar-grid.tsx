import { Schedule } from '@mantine/schedule';
import { useEffect, useRef } from 'react';
import classes from './calendar.module.css';
import { type CalendarEvent, EventBody } from './calendar-event.js';
import { type CalendarSearch, VIEWS, type View } from './calendar-search.js';
import wallClock from './wall-clock.js';

interface CalendarGridProps {
  view: View;
  date: string;
  events: CalendarEvent[];
  onChange: (changes: Partial<CalendarSearch>) => void;
  onOpen: (event: CalendarEvent) => void;
  isMovable: (event: CalendarEvent) => boolean;
  /** Dropped at a time of the wall clock: `2027-03-01 09:30:00`. */
  onMove: (event: CalendarEvent, to: string) => void;
  /** The hour that begins at a time of the wall clock was clicked. */
  onHour: (start: string) => void;
}

const EVERY_VIEW = { viewSelectProps: { views: [...VIEWS] } };
const HOURS = {
  ...EVERY_VIEW,
  startScrollTime: '08:00:00',
  intervalMinutes: 60,
  eventDragInterval: 15,
  scrollAreaProps: { mah: '70vh' },
};

/** A month, a week or a day, with its posts at their times. */
export function CalendarGrid(props: CalendarGridProps) {
  const { view, date, events, onChange, onOpen, isMovable, onMove, onHour } = props;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Named as it is written, `Mon 12`, a day can be called by a person who speaks to the browser.
    for (const day of root.current?.querySelectorAll(`.${classes.weekday}`) ?? []) day.removeAttribute('aria-label');
  });
  return (
    <Schedule
      ref={root}
      view={view}
      onViewChange={(chosen) => onChange({ view: VIEWS.find((one) => one === chosen) })}
      date={date}
      onDateChange={(chosen) => onChange({ date: chosen.slice(0, 10) })}
      events={events}
      renderEventBody={({ payload }) =>
        payload && <EventBody {...(payload as NonNullable<CalendarEvent['payload']>)} />
      }
      withEventsDragAndDrop
      canDragEvent={(event) => isMovable(event as CalendarEvent)}
      onEventDrop={({ event, newStart }) => onMove(event as CalendarEvent, newStart)}
      onEventClick={(event) => onOpen(event as CalendarEvent)}
      onTimeSlotClick={({ slotStart }) => onHour(slotStart)}
      onDayClick={(day) => onChange({ view: 'day', date: day })}
      monthViewProps={{
        ...EVERY_VIEW,
        maxEventsPerDay: 3,
        classNames: { monthViewDay: classes.day, monthViewEvents: classes.events },
        moreEventsProps: { classNames: { moreEventsButton: classes.more } },
        // It makes a date of the browser's zone otherwise.
        monthYearSelectProps: { labelFormat: () => wallClock(date).format('MMMM YYYY') },
      }}
      weekViewProps={{ ...HOURS, withAllDaySlots: false, classNames: { weekViewDayLabel: classes.weekday } }}
      dayViewProps={{ ...HOURS, withAllDaySlot: false }}
    />
  );
}
