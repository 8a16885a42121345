/** Conditions in SQL about a row of `users` at a time: `now` is an expression. */

/** The account was not deactivated, and the time of its removal has not come: until then it is in the table. */
export const isActive = (user: string, now: string): string =>
  `${user}.deactivated_at IS NULL AND coalesce(${user}.removal_at, 'infinity') > ${now}`;

/** The account is active and not on hold. A hold with an end date ends automatically. */
export const isInUse = (user: string, now: string): string =>
  `${isActive(user, now)} AND (${user}.held_at IS NULL OR ${user}.hold_expires_at <= ${now})`;
