import { timeOfDay, WEEKDAYS, type Weekday, type WeeklyTime, weekdayName } from '../../parts/weekdays.js';

/** Times in a list of them: each once, in the order of the week. */
export const inOrder = (times: readonly WeeklyTime[]): WeeklyTime[] =>
  [...new Map(times.map((one) => [keyOf(one), one])).values()].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );

const keyOf = ({ weekday, time }: WeeklyTime): string => `${WEEKDAYS.indexOf(weekday)} ${time}`;

/** `Mon–Fri 9:00, 13:00 · Sat 10:00`: days with the same times are together. */
export function summaryOf(times: readonly WeeklyTime[]): string {
  const ofDay = (weekday: Weekday) =>
    inOrder(times.filter((one) => one.weekday === weekday))
      .map(({ time }) => timeOfDay(time))
      .join(', ');
  const runs: { from: Weekday; to: Weekday; times: string }[] = [];
  for (const [index, weekday] of WEEKDAYS.entries()) {
    const its = ofDay(weekday);
    if (its === '') continue;
    const last = runs.at(-1);
    if (last && last.times === its && last.to === WEEKDAYS[index - 1]) last.to = weekday;
    else runs.push({ from: weekday, to: weekday, times: its });
  }
  return runs
    .map(({ from, to, times: its }) => {
      const days =
        from === to ? weekdayName(from, 'short') : `${weekdayName(from, 'short')}–${weekdayName(to, 'short')}`;
      return `${days} ${its}`;
    })
    .join(' · ');
}
