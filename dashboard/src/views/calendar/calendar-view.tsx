import '@mantine/dates/styles.css';
import '@mantine/schedule/styles.css';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Page } from '../../parts/page.js';
import { Reschedule } from '../../parts/reschedule.js';
import { toInstant, useTimeZone } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import { type CalendarEvent, toEvent } from './calendar-event.js';
import { CalendarFilters } from './calendar-filters.js';
import { CalendarGrid } from './calendar-grid.js';
import { CalendarNote } from './calendar-note.js';
import type { CalendarSearch } from './calendar-search.js';
import { EventMenu } from './event-menu.js';
import { PhoneMonth } from './phone-month.js';
import { useCalendarPosts } from './use-calendar-posts.js';
import { isMovable, useMove } from './use-move.js';
import { visibleRange } from './visible-range.js';
import wallClock from './wall-clock.js';

const route = getRouteApi('/signed-in/calendar');
const PHONE = '(max-width: 47.99em)';

export function CalendarView() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const [timeZone] = useTimeZone();
  const { view = 'month', date = wallClock().format('YYYY-MM-DD') } = search;
  const range = useMemo(() => visibleRange(view, date, timeZone, !isPhone), [view, date, timeZone, isPhone]);
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
  const open = (postGroupId: string) => void navigate({ to: '/posts/$postGroupId', params: { postGroupId } });
  const compose = (wallTime: string) =>
    void navigate({ href: `/compose?${new URLSearchParams({ at: toInstant(wallTime, timeZone) })}` });
  const canMove = (post: CalendarPost) => isMovable(post) && !moving.has(post.id);
  const shown = { date, events, onChange: change, onOpen: ({ id }: CalendarEvent) => open(String(id)) };
  return (
    <Page title="Calendar">
      <CalendarFilters search={search} onChange={change} />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      <CalendarNote view={view} isPhone={isPhone} posts={posts} total={total} isLoading={isLoading} />
      <EventMenu posts={posts} isMovable={canMove} onOpen={({ id }) => open(id)} onReschedule={setRescheduled}>
        {isPhone && view === 'month' ? (
          <PhoneMonth {...shown} />
        ) : (
          <CalendarGrid
            {...shown}
            view={view}
            isMovable={({ payload }) => payload !== undefined && canMove(payload.post)}
            onMove={({ payload }, to) => payload && move(payload.post, toInstant(to, timeZone))}
            onHour={compose}
          />
        )}
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
