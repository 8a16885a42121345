/** Limits of unauthenticated users, per hour and per day. */
export interface AccountThrottleLimits {
  /** Sign-ups per network: an IPv4 address, or an IPv6 /64. */
  signUpsPerHour: number;
  signUpsPerDay: number;
  /** E-mails of one kind per recipient, and e-mail changes per account. */
  mailsPerHour: number;
}
