import { getMonthRange, getStartOfWeek } from '@mantine/schedule';
import { toInstant } from '../../parts/time.js';
import type { View } from './calendar-search.js';
import wallClock from './wall-clock.js';

/** Monday, as `@mantine/schedule` has it. */
const FIRST_DAY = 1;
const DAY = 'YYYY-MM-DD';

/** The first and the last moment that a view shows, in a time zone. */
export function visibleRange(view: View, date: string, timeZone: string): { from: string; to: string } {
  const [first, last] = daysOf(view, date);
  const midnight = (day: string) => toInstant(`${day} 00:00:00`, timeZone);
  const end = midnight(wallClock(last).add(1, 'day').format(DAY));
  return { from: midnight(first), to: new Date(Date.parse(end) - 1).toISOString() };
}

function daysOf(view: View, date: string): [string, string] {
  if (view === 'day') return [date, date];
  if (view === 'week') {
    const first = wallClock(getStartOfWeek({ date, firstDayOfWeek: FIRST_DAY }));
    return [first.format(DAY), first.add(6, 'day').format(DAY)];
  }
  const range = getMonthRange({ month: date, withOutsideDays: true, consistentWeeks: true, firstDayOfWeek: FIRST_DAY });
  return [wallClock(range.start).format(DAY), wallClock(range.end).format(DAY)];
}
