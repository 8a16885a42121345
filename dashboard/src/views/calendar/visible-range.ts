import { getMonthRange, getStartOfWeek } from '@mantine/schedule';
import { toInstant } from '../../parts/time.js';
import type { View } from './calendar-search.js';
import wallClock from './wall-clock.js';

/** Monday, as `@mantine/schedule` has it. */
const FIRST_DAY = 1;
const DAY = 'YYYY-MM-DD';

interface Range {
  from: string;
  to: string;
}

/** The first and the last moment that a view shows, in a time zone; of a month, `wholeWeeks` or its own days. */
export function visibleRange(view: View, date: string, timeZone: string, wholeWeeks: boolean): Range {
  const [first, last] = daysOf(view, date, wholeWeeks);
  const midnight = (day: string) => toInstant(`${day} 00:00:00`, timeZone);
  const end = midnight(wallClock(last).add(1, 'day').format(DAY));
  return { from: midnight(first), to: new Date(Date.parse(end) - 1).toISOString() };
}

function daysOf(view: View, date: string, wholeWeeks: boolean): [string, string] {
  if (view === 'day') return [date, date];
  if (view === 'week') {
    const first = wallClock(getStartOfWeek({ date, firstDayOfWeek: FIRST_DAY }));
    return [first.format(DAY), first.add(6, 'day').format(DAY)];
  }
  const range = getMonthRange({
    month: date,
    withOutsideDays: wholeWeeks,
    consistentWeeks: true,
    firstDayOfWeek: FIRST_DAY,
  });
  return [wallClock(range.start).format(DAY), wallClock(range.end).format(DAY)];
}
