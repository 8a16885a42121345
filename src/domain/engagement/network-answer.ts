import { MINUTE_MS } from '../../foundation/time/durations.js';

/** How long a response is kept [network/cache]. */
export const ANSWERS_KEPT_MS = 30 * MINUTE_MS;
