import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones that can be chosen. */
export const TIME_ZONES = [...new Set(['UTC', BROWSER_ZONE, ...Intl.supportedValuesOf('timeZone')])].sort();

const BY_STORED = new Map(TIME_ZONES.map((zone) => [JSON.stringify(zone), zone]));
const STORED = {
  key: 'time-zone',
  defaultValue: BROWSER_ZONE,
  deserialize: (stored = '') => BY_STORED.get(stored) ?? BROWSER_ZONE,
};

/** The time zone in which times are shown and entered: that of the browser until another one is chosen. */
export const useTimeZone = () => useLocalStorage({ ...STORED, getInitialValueInEffect: false });

/** The same, outside of components. */
export const currentTimeZone = (): string => readLocalStorageValue(STORED);

/** A time in short form. Its tooltip has the full form with the zone. */
export function Time({ at }: { at: string }) {
  const [timeZone] = useTimeZone();
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone }).format(new Date(at));
  return (
    <time dateTime={at} title={`${shown({ dateStyle: 'full', timeStyle: 'long' })} (${timeZone})`}>
      {shown({ dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

/** The instant of what a date picker has (`2027-03-01 09:30:00`) in a time zone, as the API takes it. */
export const toInstant = (entered: string, timeZone: string): string => dayjs.tz(entered, timeZone).toISOString();

/** The reverse. */
export const toEntered = (instant: string | Date, timeZone: string): string =>
  dayjs(instant).tz(timeZone).format('YYYY-MM-DD HH:mm:ss');
