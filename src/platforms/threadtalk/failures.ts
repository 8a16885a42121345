import { CONTAINER_ROWS } from '../graph/graph-container-status.js';
import { graphFailures } from '../graph/graph-errors.js';

/** The errors of the Threads API: those of the Graph APIs, and its own messages for containers that failed. */
export const threadtalkFailures = graphFailures([
  // "Media Not Found": a container that is not everywhere yet.
  { subcode: 4279009, code: 'PLATFORM_SERVER_ERROR' },
  { error: 'ERROR', messagePrefix: 'FAILED_DOWNLOADING_VIDEO', code: 'PLATFORM_SERVER_ERROR' },
  { error: 'ERROR', messagePrefix: 'UNKNOWN', code: 'PLATFORM_SERVER_ERROR' },
  ...CONTAINER_ROWS,
]);
