/** Rules of RFC 5545 as people choose them. */
import { msg, t } from '@lingui/core/macro';
import { formatList, formatOf } from '../../parts/formats.js';

export const FREQUENCIES = {
  DAILY: msg`Every day`,
  WEEKLY: msg`Every week on these days`,
  MONTHLY: msg`Every month on this day`,
  LAST_DAY: msg`Every month on its last day`,
  CUSTOM: msg`By a custom rule`,
} as const;
export type Frequency = keyof typeof FREQUENCIES;

export const ENDS = { NEVER: msg`Never`, COUNT: msg`After a number of posts`, UNTIL: msg`On a date` } as const;
export type End = keyof typeof ENDS;

/** In the order of the week, as RFC 5545 names them. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof DAYS)[number];

export interface Repeat {
  frequency: Frequency;
  days: readonly Day[];
  end: End;
  count: number;
  /** YYYY-MM-DD. */
  until: string;
  /** What is written as a rule. */
  rule: string;
}

/** 5 January 2026 is a Monday. */
export const dayName = (day: Day, weekday: 'long' | 'short' = 'long'): string =>
  formatOf({ weekday, timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + DAYS.indexOf(day)));

/** The day of a week and of a month that a time has: `entered` is as `toEntered` returns it. */
const dateOf = (entered: string): Date => new Date(`${entered.slice(0, 10)}T00:00:00Z`);
export const dayOf = (entered: string): Day => DAYS[(dateOf(entered).getUTCDay() + 6) % 7] ?? 'MO';

export function ruleOf(repeat: Repeat, entered: string): string {
  const { frequency, days, end, count, until } = repeat;
  if (frequency === 'CUSTOM') return repeat.rule;
  const chosen = days.length > 0 ? DAYS.filter((day) => days.includes(day)) : [dayOf(entered)];
  const parts = {
    DAILY: 'FREQ=DAILY',
    WEEKLY: `FREQ=WEEKLY;BYDAY=${chosen.join(',')}`,
    MONTHLY: `FREQ=MONTHLY;BYMONTHDAY=${dateOf(entered).getUTCDate()}`,
    LAST_DAY: 'FREQ=MONTHLY;BYMONTHDAY=-1',
  }[frequency];
  const ends = { NEVER: '', COUNT: `;COUNT=${count}`, UNTIL: `;UNTIL=${until.replaceAll('-', '')}` }[end];
  return `${parts}${ends}`;
}

const SIMPLE =
  /^FREQ=(DAILY|WEEKLY|MONTHLY)(?:;COUNT=(\d+))?(?:;UNTIL=(\d{8}))?(?:;BYMONTHDAY=(-1|[1-9]\d?))?(?:;BYDAY=([A-Z,]+))?$/;

/** What a stored rule is among the choices; a custom rule if it is none of them. */
export function repeatOf(rule: string): Repeat {
  const usual: Repeat = { frequency: 'CUSTOM', days: [], end: 'NEVER', count: 10, until: '', rule };
  const [, freq, count, until, monthDay, days = ''] = SIMPLE.exec(rule) ?? [];
  const named = days.split(',').filter((day): day is Day => DAYS.some((one) => one === day));
  const isKnown =
    (freq === 'DAILY' && !monthDay && !days) ||
    (freq === 'WEEKLY' && !monthDay && named.length > 0) ||
    (freq === 'MONTHLY' && monthDay && !days);
  if (!isKnown) return usual;
  return {
    ...usual,
    frequency: monthDay === '-1' ? 'LAST_DAY' : freq,
    days: named,
    end: count ? 'COUNT' : until ? 'UNTIL' : 'NEVER',
    count: count ? Number(count) : usual.count,
    until: until ? until.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : '',
  };
}

/** A rule in words; a custom rule as it is written. */
export function summaryOf(rule: string): string {
  const { frequency, days, end, count, until } = repeatOf(rule);
  if (frequency === 'CUSTOM') return rule;
  const monthDay = /BYMONTHDAY=(\d+)/.exec(rule)?.[1] ?? '';
  const words = {
    DAILY: t`Every day`,
    WEEKLY: t`Every week on ${formatList(days.map((day) => dayName(day)))}`,
    MONTHLY: t`Every month on day ${monthDay}`,
    LAST_DAY: t`Every month on its last day`,
  }[frequency];
  return { NEVER: words, COUNT: t`${words}, ${count} times`, UNTIL: t`${words}, until ${until}` }[end];
}
