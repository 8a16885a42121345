import { DAY_MS } from '../../foundation/time/durations.js';

/** How long an owner can change their mind. */
export const GRACE_MS = 7 * DAY_MS;
