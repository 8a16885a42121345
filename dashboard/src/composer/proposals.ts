import { t } from '@lingui/core/macro';
import dayjs from 'dayjs';

const HOUR_MS = 3_600_000;

/** Usual times to publish, in a time zone: in an hour, and at nine tomorrow or on Monday. */
export function proposals(now: Date, timeZone: string): { label: string; at: string }[] {
  const local = dayjs(now).tz(timeZone);
  const on = (days: number, hour: number) => dayjs.tz(local.add(days, 'day').format(`YYYY-MM-DD ${hour}:00`), timeZone);
  const wholeHour = new Date(Math.ceil((now.getTime() + HOUR_MS) / HOUR_MS) * HOUR_MS);
  const untilMonday = (8 - local.day()) % 7 || 7;
  return [
    { label: t`In an hour`, at: wholeHour.toISOString() },
    { label: t`Tomorrow morning`, at: on(1, 9).toISOString() },
    ...(untilMonday > 1 ? [{ label: t`Monday morning`, at: on(untilMonday, 9).toISOString() }] : []),
  ];
}
