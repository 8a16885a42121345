/** Calendar months (UTC), by their first instant. */
import { formatOf } from '../../parts/formats.js';

/** How many can be chosen. */
const CHOICES = 13;

/** This month and those before it, newest first. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: CHOICES }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString(),
  );
}

/** `November 2026` */
export const nameOfMonth = (month: string): string =>
  formatOf({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));
