/** The errors of the video service. They never concern the account's session, so none of them ends the connection. */
import type { FailureRow, FailureTable } from '../kit/failure-table.js';
import { skyfeedFailures } from './failures.js';

const OWN: readonly FailureRow[] = [
  { error: 'VideoTooLarge', code: 'CONTENT_TOO_LARGE' },
  { error: 'VideoTooLong', code: 'INVALID_CONTENT' },
  { error: 'BadAspectRatio', code: 'INVALID_CONTENT' },
  { error: 'UnsupportedContentType', code: 'INVALID_CONTENT' },
  { error: 'DailyLimitExceeded', code: 'RATE_LIMITED' },
  { error: 'UploadForbidden', code: 'PERMISSION_DENIED' },
  { error: 'ServiceOverloaded', code: 'PLATFORM_SERVER_ERROR' },
  // The token for the service. Every attempt requests a fresh one.
  { status: 401, code: 'PLATFORM_SERVER_ERROR' },
];

/** Errors of an upload. */
export const uploadFailures: FailureTable = {
  ...skyfeedFailures,
  rows: [...OWN, ...skyfeedFailures.rows.filter(({ code }) => code !== 'PLATFORM_AUTH_EXPIRED')],
};

/** Errors of a question about a job: one that is unknown was lost, and the video is uploaded again. */
export const jobFailures: FailureTable = {
  ...skyfeedFailures,
  rows: [
    { status: 429, code: 'RATE_LIMITED' },
    { status: [400, 499], code: 'PLATFORM_SERVER_ERROR' },
  ],
};

/** Why a job failed, by its `failureCode`. */
export const failedJobFailures = (failureCode: string, message: string): FailureTable => ({
  rows: [
    { error: 'validation_failure', code: 'INVALID_CONTENT' },
    { error: 'encoding_failure', code: 'INVALID_CONTENT' },
    { error: 'pds_upload_unsupported_blob_size', code: 'CONTENT_TOO_LARGE' },
    { error: failureCode, code: 'PLATFORM_SERVER_ERROR' },
  ],
  read: () => ({ error: failureCode, message }),
});
