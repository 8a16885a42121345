/**
 * The periods of reports by e-mail: the week from Monday on, or the month, before the day on which the report is sent. Days
 * are `2026-11-30`, those of the account's time zone.
 */
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { offsetsOf } from '../../foundation/time/local-time.js';
import type { Period } from '../metrics/metrics-filter.js';

/** How often a person gets a report. */
export const ReportFrequency = { NEVER: 'NEVER', WEEKLY: 'WEEKLY', MONTHLY: 'MONTHLY' } as const;
export type ReportFrequency = (typeof ReportFrequency)[keyof typeof ReportFrequency];
export type SentFrequency = Exclude<ReportFrequency, 'NEVER'>;

/** When reports are sent, on the clocks of the account. */
const SENT_AT_MS = 8 * 60 * MINUTE_MS;
/** A report that is so many days late is left out: the next one is near, or its numbers have changed since. */
const MOST_DAYS_LATE = 3;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const daysLater = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** The last day whose reports are due at this moment. */
export const dueDay = (now: Date, timeZone: string): string =>
  dayOf(now.getTime() + offsetsOf(timeZone)(now.getTime()) - SENT_AT_MS);

/** No time zone has a later day than this one. */
export const latestDay = (now: Date): string => daysLater(dayOf(now.getTime()), 1);

/** The last day of sending until a day, inclusive. */
export const sendingDay = (frequency: SentFrequency, day: string): string =>
  frequency === ReportFrequency.MONTHLY
    ? `${day.slice(0, 7)}-01`
    : daysLater(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The first day of sending after a day. */
export const nextSendingDay = (frequency: SentFrequency, day: string): string =>
  frequency === ReportFrequency.MONTHLY
    ? `${daysLater(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
    : daysLater(sendingDay(frequency, day), 7);

/** The period of the report of a day of sending. */
export const periodOf = (frequency: SentFrequency, sentOn: string): Period => ({
  from: frequency === ReportFrequency.MONTHLY ? sendingDay(frequency, daysLater(sentOn, -1)) : daysLater(sentOn, -7),
  to: sentOn,
});

/** Whether the report of a day of sending is too late on this day. */
export const isTooLate = (sentOn: string, due: string): boolean => due > daysLater(sentOn, MOST_DAYS_LATE);
