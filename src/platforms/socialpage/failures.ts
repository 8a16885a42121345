import { graphCommentFailures } from '../graph/graph-comments.js';
import { errors, graphFailures, subcodes } from '../graph/graph-errors.js';
import type { FailureTable } from '../kit/failure-table.js';
import type { FailureCode } from '../port/failure.js';

/** Errors of photos and videos. The platform reports these numbers as a code or as the subcode of another. */
const OWN: readonly [numbers: readonly number[], code: FailureCode][] = [
  // A video over 2 GB, a photo that is too large.
  [[1363023, 1366046], 'CONTENT_TOO_LARGE'],
  [[1363024, 1363025, 1363026, 1363031, 1363032, 1609008, 1609010, 6000, 506, 1390008, 1404102], 'INVALID_CONTENT'],
  // An upload that was interrupted or took too long.
  [[1363030, 1363033, 1363019, 1363041], 'PLATFORM_SERVER_ERROR'],
  // The owner has to log in at the platform first.
  [[1404078, 490], 'PLATFORM_AUTH_EXPIRED'],
];

const OWN_ROWS = [
  ...OWN.flatMap(([numbers, code]) => subcodes(numbers, code)),
  ...OWN.flatMap(([numbers, code]) => errors(numbers, code)),
];

/**
 * The errors of the Pages API: those of the Graph APIs, with additional codes. The subcode is more specific than the
 * code.
 */
export const socialpageFailures = graphFailures(OWN_ROWS);

export const commentFailures = graphCommentFailures(OWN_ROWS);

/** Of a video that the platform could not process: by the error in its status, if any. */
export const videoFailures = (status: string, error?: { code: number; message: string }): FailureTable => ({
  rows: [...socialpageFailures.rows, { code: 'INVALID_CONTENT' }],
  read: () => ({ error: error?.code, message: error?.message ?? status }),
});
