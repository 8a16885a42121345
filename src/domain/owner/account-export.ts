/**
 * pending  requested, and being made
 * ready    can be downloaded until it expires
 * failed   could not be made in time
 */
export enum AccountExportStatus {
  PENDING = 'pending',
  READY = 'ready',
  FAILED = 'failed',
}
