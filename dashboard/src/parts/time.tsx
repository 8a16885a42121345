import { useLocalStorage } from '@mantine/hooks';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { useEffect, useState } from 'react';
import { readActing } from '../api/acting.js';
import { fullTime, shortTime, timeAgo } from './formats.js';

dayjs.extend(utc);
dayjs.extend(timezone);

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones that can be chosen. */
export const TIME_ZONES = [...new Set(['UTC', BROWSER_ZONE, ...Intl.supportedValuesOf('timeZone')])].sort();

/** The account's time zone, kept in this browser so that the first page is right before the account is loaded. */
const STORED = {
  defaultValue: BROWSER_ZONE,
  deserialize: (stored = '') => zoneIn(stored) ?? BROWSER_ZONE,
};

/** Null: it is no zone of this browser. */
function zoneIn(stored: string): string | null {
  try {
    const zone: unknown = JSON.parse(stored);
    if (typeof zone !== 'string') return null;
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}

/** Windows that act for different accounts show different zones. */
function useStored() {
  const [acting] = useState(readActing);
  const key = acting ? `time-zone ${acting.userId}` : 'time-zone';
  return useLocalStorage({ ...STORED, key, getInitialValueInEffect: false });
}

/** The time zone in which times are shown and entered: that of the account, and that of the browser without one. */
export function useTimeZone(): string {
  const [timeZone] = useStored();
  return timeZone;
}

/** Shows times in the account's zone from now on; null: in that of the browser. */
export function useShownTimeZone(accountZone: string | null | undefined): void {
  const [, show, showBrowsers] = useStored();
  useEffect(() => {
    if (accountZone) show(accountZone);
    else if (accountZone === null) showBrowsers();
  }, [accountZone, show, showBrowsers]);
}

interface TimeProps {
  /** An instant. */
  at: string;
  /** With seconds: for logs. */
  seconds?: boolean;
}

/** A time in short form. Its tooltip has the full form with the zone. */
export function Time({ at, seconds = false }: TimeProps) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at} title={`${fullTime(at, timeZone)} (${timeZone})`}>
      {shortTime(at, timeZone, { seconds })}
    </time>
  );
}

/** How long ago something happened. Its tooltip has the time. */
export function Ago({ at }: Pick<TimeProps, 'at'>) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at} title={`${fullTime(at, timeZone)} (${timeZone})`}>
      {timeAgo(at)}
    </time>
  );
}

/** The instant of what a date picker has (`2027-03-01 09:30:00`) in a time zone, as the API takes it. */
export const toInstant = (entered: string, timeZone: string): string => dayjs.tz(entered, timeZone).toISOString();

/** The reverse. */
export const toEntered = (instant: string | Date, timeZone: string): string =>
  dayjs(instant).tz(timeZone).format('YYYY-MM-DD HH:mm:ss');

const HOUR_MS = 3_600_000;

/** The next full hour, at least half an hour from now. */
export const nextHour = (): string => new Date(Math.ceil((Date.now() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS).toISOString();
