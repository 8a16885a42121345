import '@mantine/schedule/styles.css';
import '@mantine/dates/styles.css';
import { Schedule } from '@mantine/schedule';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Page } from '../../parts/page.js';
import { Reschedule } from '../../parts/reschedule.js';
import { toInstant, useTimeZone } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import { type CalendarEvent, EventBody, toEvent } from './calendar-event.js';
import { CalendarFilters } from './calendar-filters.js';
import { CalendarNote } from './calendar-note.js';
import { type CalendarSearch, VIEWS } from './calendar-search.js';
import { EventMenu } from './event-menu.js';
import { useCalendarPosts } from './use-calendar-posts.js';
import { isMovable, useMove } from './use-move.js';
import { visibleRange } from './visible-range.js';
import wallClock from './wall-clock.js';

const route = getRouteApi('/signed-in/calendar');
const VIEW_SELECT = { viewSelectProps: { views: [...VIEWS] } };
const HOURS = { ...VIEW_SELECT, startScrollTime: '08:00:00', eventDragInterval: 15, intervalMinutes: 60 };

export function CalendarView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [timeZone] = useTimeZone();
  const { view = 'month', date = wallClock().format('YYYY-MM-DD') } = search;
  const range = useMemo(() => visibleRange(view, date, timeZone), [view, date, timeZone]);
  const { posts, total, isLoading, failure, refresh } = useCalendarPosts(range, search);
  const { move, moving } = useMove(refresh);
  const [rescheduled, setRescheduled] = useState<CalendarPost>();

  const events = useMemo(
    () =>
      posts.flatMap((post) => {
        const at = moving.get(post.id) ?? post.scheduledTime;
        return at ? [toEvent(post, at, timeZone)] : [];
      }),
    [posts, moving, timeZone],
  );
  const change = (changes: Partial<CalendarSearch>) =>
    void navigate({ to: '/calendar', search: (before) => ({ ...before, ...changes }) });
  const open = ({ id }: CalendarPost) => void navigate({ to: '/posts/$postGroupId', params: { postGroupId: id } });
  const postOf = (event: { payload?: object }) => (event as CalendarEvent).payload?.post;
  const canMove = (post: CalendarPost) => isMovable(post) && !moving.has(post.id);

  return (
    <Page title="Calendar">
      <CalendarFilters search={search} onChange={change} />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      <CalendarNote view={view} posts={posts} total={total} isLoading={isLoading} />
      <EventMenu posts={posts} isMovable={canMove} onOpen={open} onReschedule={setRescheduled}>
        <Schedule
          view={view}
          onViewChange={(chosen) => change({ view: VIEWS.find((one) => one === chosen) })}
          date={date}
          onDateChange={(chosen) => change({ date: chosen })}
          events={events}
          renderEventBody={({ payload }) =>
            payload && <EventBody {...(payload as CalendarEvent['payload'] & object)} />
          }
          withEventsDragAndDrop
          canDragEvent={(event) => {
            const post = postOf(event);
            return post !== undefined && canMove(post);
          }}
          onEventDrop={({ event, newStart }) => {
            const post = postOf(event);
            if (post) void move(post, toInstant(newStart, timeZone));
          }}
          onEventClick={(event) => {
            const post = postOf(event);
            if (post) open(post);
          }}
          onTimeSlotClick={({ slotStart }) =>
            void navigate({ href: `/compose?${new URLSearchParams({ at: toInstant(slotStart, timeZone) })}` })
          }
          onDayClick={(day) => change({ view: 'day', date: day })}
          monthViewProps={{ ...VIEW_SELECT, maxEventsPerDay: 3 }}
          weekViewProps={{ ...HOURS, withAllDaySlots: false }}
          dayViewProps={{ ...HOURS, withAllDaySlot: false }}
        />
      </EventMenu>
      {rescheduled && (
        <Reschedule
          title="Reschedule"
          from={rescheduled.scheduledTime}
          pastMeans="that the post stays where it is"
          onSchedule={(at) => move(rescheduled, at)}
          onClose={() => setRescheduled(undefined)}
        />
      )}
    </Page>
  );
}
