import { z } from 'zod';

const isoTime = z.iso.datetime({ offset: true });

const SHORT = /^([^T]+T\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * Reads ISO 8601 with date, time and zone; null if a text is something else. The seconds and the colon of the offset may
 * be missing [iso-8601/short].
 */
export function parseIsoTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const [, minutes, seconds = ':00', zone = ''] = SHORT.exec(value) ?? [];
  const full = minutes === undefined ? value : minutes + seconds + zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return isoTime.safeParse(full).success ? new Date(full) : null;
}
