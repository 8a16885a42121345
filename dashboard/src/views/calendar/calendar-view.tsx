import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { FailureNotice } from '../../parts/failure-notice.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { nextHour, toEntered, toInstant, useTimeZone } from '../../parts/time.js';
import { useViewer } from '../../shell/viewer.js';
import { Agenda } from './agenda.js';
import classes from './calendar.module.css';
import { CalendarFilters } from './calendar-filters.js';
import { CalendarFrame } from './calendar-frame.js';
import { CalendarHead } from './calendar-head.js';
import { type CalendarSearch, isEmpty, rememberedSearch, rememberSearch, type View } from './calendar-search.js';
import { type Composed, ComposePanel } from './compose-panel.js';
import type { Day } from './days.js';
import type { GridProps } from './grid-props.js';
import { LabelLegend } from './label-legend.js';
import { MonthGrid } from './month-grid.js';
import { PhoneMonth } from './phone-month.js';
import { placePosts } from './placed-post.js';
import { PostCard } from './post-card.js';
import { SelectionBar } from './selection-bar.js';
import { TimeGrid } from './time-grid.js';
import { TooMany } from './too-many.js';
import { useCalendarPosts } from './use-calendar-posts.js';
import { useCard } from './use-card.js';
import { useCommands } from './use-commands.js';
import { useDrag } from './use-drag.js';
import { useFreeTimes } from './use-free-times.js';
import { useMove } from './use-move.js';
import { useSelection } from './use-selection.js';
import { daysOf, rangeOf, step } from './visible-range.js';
import { rangeTitle } from './words.js';

const route = getRouteApi('/signed-in/calendar');
const PHONE = '(max-width: 47.99em)';

/** The calendar as its address has it; without an address, as the user left it in this browser. */
export function CalendarView() {
  const { id } = useViewer();
  const today = toEntered(new Date(), useTimeZone()).slice(0, 10);
  const remembered = isEmpty(route.useSearch()) ? rememberedSearch(id, today) : null;
  if (remembered && !isEmpty(remembered)) return <Navigate to="/calendar" search={remembered} replace />;
  return <Calendar viewerId={id} today={today} />;
}

function Calendar({ viewerId, today }: { viewerId: string; today: Day }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const timeZone = useTimeZone();
  const { view = 'month', date = today } = search;
  // Seven columns of hours have no room on a phone.
  const isList = view === 'list' || (isPhone && view === 'week');
  const days = useMemo(() => daysOf(view, date), [view, date]);
  const shownRange = useMemo(() => rangeOf(days, timeZone), [days, timeZone]);
  const { posts, total, isLoading, failure, refresh } = useCalendarPosts(shownRange, search);
  const free = useFreeTimes(shownRange, timeZone);
  const mayWrite = useMay('DRAFT');
  const { move, moving } = useMove(refresh);
  const placed = useMemo(() => placePosts(posts, moving, timeZone), [posts, moving, timeZone]);
  const selection = useSelection(placed);
  const card = useCard();
  const [composed, setComposed] = useState<Composed | null>(null);
  const drag = useDrag({ placed, selected: selection.selected, timeZone, onStart: card.close, onMove: move });

  const change = useCallback(
    (changes: Partial<CalendarSearch>) => {
      card.close();
      const next = { ...search, view, date, ...changes };
      rememberSearch(viewerId, next, today);
      void navigate({ to: '/calendar', search: next });
    },
    [card.close, search, view, date, viewerId, today, navigate],
  );
  const proposeAt = useCallback((day: Day) => proposedTime(day, today, timeZone), [today, timeZone]);
  const compose = (next: Composed) => {
    card.close();
    if (mayWrite) setComposed(next);
  };
  const composeNext = () => compose({ at: proposeAt(days.includes(today) || date < today ? today : date) });
  const commands = useCommands({
    placed,
    selection,
    timeZone,
    card,
    onMove: move,
    onChanged: refresh,
    onEdit: compose,
  });

  const shown = card.card && placed.find(({ post }) => post.id === card.card?.postId);
  const range = rangeTitle(view, date, days);
  const grid: GridProps = {
    days,
    date,
    placed,
    free,
    today,
    timeZone,
    selected: selection.selected,
    moving,
    proposeAt,
    onOpen: card.open,
  };
  return (
    <Page
      title={t`Calendar`}
      wide
      filters={
        <CalendarHead
          view={view}
          range={range}
          total={isLoading ? undefined : total}
          onView={(chosen: View) => change({ view: chosen })}
          onStep={(by) => change({ date: step(view, date, by) })}
          onToday={() => change({ date: today })}
        />
      }
      actions={
        <>
          <CalendarFilters search={search} onChange={change} />
          {mayWrite && (
            <Button size="xs" leftSection={<PlusIcon size={14} />} onClick={composeNext}>
              <Trans>New post</Trans>
            </Button>
          )}
        </>
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!isLoading && <TooMany shown={posts.length} total={total} last={placed.at(-1)?.at} />}
      <LabelLegend posts={posts} />
      <div className={classes.body}>
        <CalendarFrame
          label={range}
          date={date}
          columns={isList ? 1 : view === 'month' ? 7 : 0}
          card={card}
          selection={selection}
          drag={drag}
          onCompose={(at) => compose({ at })}
          onOpenDay={(day) => change({ view: 'day', date: day })}
          onStep={(by) => change({ date: step(view, date, by) })}
          onMove={commands.moveById}
          onDelete={commands.deleteById}
        >
          {isList ? (
            <Agenda {...grid} range={range} isLoading={isLoading} onCompose={composeNext} />
          ) : view !== 'month' ? (
            <TimeGrid {...grid} />
          ) : isPhone ? (
            <PhoneMonth {...grid} onDate={(day) => change({ date: day })} onCompose={(at) => compose({ at })} />
          ) : (
            <MonthGrid {...grid} />
          )}
        </CalendarFrame>
      </div>
      {card.card && shown && (
        <PostCard
          key={`${shown.post.id} ${card.card.isPinned}`}
          post={shown.post}
          card={card.card}
          state={card}
          timeZone={timeZone}
          {...commands.ofPost}
        />
      )}
      {mayWrite && selection.posts.length > 0 && (
        <SelectionBar
          count={selection.posts.length}
          onMove={commands.moveSelected}
          onDelete={commands.deleteSelected}
          onClear={selection.clear}
        />
      )}
      {commands.dialog}
      {composed && (
        <ComposePanel composed={composed} onChange={setComposed} onStored={refresh} onClose={() => setComposed(null)} />
      )}
    </Page>
  );
}

/** Nine o'clock; today, the hour after the next half hour. */
const proposedTime = (day: Day, today: Day, timeZone: string): string =>
  day === today ? nextHour() : toInstant(`${day} 09:00:00`, timeZone);
