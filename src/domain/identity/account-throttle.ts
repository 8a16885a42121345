/** What strangers may do in an hour, and in a day. */
export interface AccountThrottleLimits {
  /** Accounts that one network can ask for: an IPv4 address, or a /64 of IPv6. */
  signUpsPerHour: number;
  signUpsPerDay: number;
  /** E-mails of one kind that one recipient gets, and new addresses that one account asks for. */
  mailsPerHour: number;
  /** Requests for such e-mails that one network can make. */
  mailRequestsPerHour: number;
}
