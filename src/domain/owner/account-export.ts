import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.js';

/**
 * pending  requested, and being made
 * ready    can be downloaded until it expires
 * failed   could not be made
 */
export enum AccountExportStatus {
  PENDING = 'pending',
  READY = 'ready',
  FAILED = 'failed',
}

export const EXPORTS_PER_DAY = 3;
/** How long an archive is kept once it is ready. */
export const EXPORT_KEPT_MS = 7 * DAY_MS;
/** An attempt that takes longer is aborted. */
export const EXPORT_TAKES_MS = HOUR_MS;
/** All attempts have ended by then. */
export const EXPORT_ABANDONED_MS = 8 * HOUR_MS;
/** How long the address of an archive is valid. */
export const EXPORT_URL_SECONDS = 300;

/** Where an archive is downloaded. */
export const exportPath = (id: string): string => `/exports/${id}`;
