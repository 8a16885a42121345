/** Times in e-mails: in the time zone of the account, which is named. */

/** An account without a time zone reads times in UTC. */
const zoneOf = ({ timeZone }: { timeZone: string | null }): string => timeZone ?? 'UTC';

/** `Thursday, 26 November 2026 at 14:25 Central European Standard Time` */
export const timeInMail = (reader: { timeZone: string | null }, at: Date): string =>
  at.toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // When clocks are set back, two hours have the same digits: the name distinguishes them.
    timeZoneName: 'long',
    timeZone: zoneOf(reader),
  });

/** `1 April 2035 (UTC)`, for what begins and ends by the calendar of UTC. */
export const utcDateInMail = (at: Date): string =>
  `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })} (UTC)`;
