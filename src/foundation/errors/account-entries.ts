/** Errors of signing up and of managing an account. */
import { detailed, type Entry, pageOnly, plain } from './entry.js';

const throttled = (what: string): Entry<{ retryAfterSeconds: number }> => ({
  status: 429,
  message: ({ retryAfterSeconds }) => `Too many ${what}. Try again in ${retryAfterSeconds} seconds`,
  details: { retryAfterSeconds: 'seconds until the next attempt is accepted' },
});

export const ACCOUNT_ENTRIES = {
  SIGN_UP_DISABLED: plain(403, 'Sign-up is disabled: ask the operator of this service for an account'),
  SIGN_UP_THROTTLED: throttled('sign-ups from your network'),
  EMAIL_INVALID: plain(400, 'Email must be a valid email address'),
  EMAIL_TAKEN: plain(409, 'User with this email already exists'),
  ACCOUNT_ELSEWHERE: detailed<{ pod: string }>({
    status: 421,
    message: ({ pod }) => `Repeat the request with pod=${pod} in the query of its address: the account is there`,
    details: { pod: 'two hexadecimal digits' },
  }),
  DIRECTORY_UNAVAILABLE: detailed<{ retryAfterSeconds: number }>({
    status: 503,
    message: ({ retryAfterSeconds }) =>
      `E-mail addresses cannot be looked up at the moment. Try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'seconds until a repeat makes sense' },
  }),
  EMAIL_LINK_INVALID: plain(
    410,
    'This link is not valid: it has been used, has expired, or was replaced by a newer one. Request another e-mail',
  ),
  EMAIL_NOT_CONFIRMED: plain(
    403,
    'Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts',
  ),
  ACCOUNT_MAIL_THROTTLED: throttled('requests for e-mails'),
  PASSWORD_INVALID: plain(400, 'Password must have 12 to 256 characters'),
  PASSWORD_WEAK: detailed<{ warning: string | null; suggestions: string[] }>({
    status: 400,
    message: ({ warning, suggestions }) =>
      ['Password is too easy to guess.', warning, ...suggestions].filter(Boolean).join(' '),
    details: {
      warning: 'why it is easy to guess; null if there is no single reason',
      suggestions: 'how to make it stronger',
    },
  }),
  CURRENT_PASSWORD_WRONG: plain(403, 'The current password is wrong'),
  PASSWORD_THROTTLED: throttled('wrong passwords'),
  ACCOUNT_EXPORT_THROTTLED: throttled('exports'),
  ACCOUNT_EXPORT_LINK_INVALID: pageOnly(
    plain(410, 'This link is not valid: it has expired. Open your exports again for a new one'),
  ),
  CALENDAR_FEED_NOT_FOUND: pageOnly(plain(404, 'There is no calendar at this address')),
  DISPLAY_NAME_INVALID: plain(
    400,
    'Display name must be one line of at most 200 characters, without control characters',
  ),
  TIME_ZONE_INVALID: plain(400, 'Time zone must be a name of the IANA time zone database, such as Europe/Berlin'),
} as const;
