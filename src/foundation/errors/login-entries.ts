/** What may stop a login at a platform, in words for the person before whom it stops. */
import { detailed, plain } from './entry.js';

const platform = { platform: 'key of the platform' };

export const LOGIN_ENTRIES = {
  PLATFORM_NOT_CONFIGURED: detailed<{ platform: string }>({
    status: 400,
    message: ({ platform }) =>
      `${platform} is not set up here: the operator of this service has to register an app there first`,
    details: platform,
  }),
  RETURN_ADDRESS_INVALID: plain(
    400,
    'The address to return to must be one of this service, or of a site that its operator allows',
  ),
  LOGIN_UNKNOWN: plain(404, 'This login is not known here: begin it again'),
  LOGIN_EXPIRED: plain(410, 'This login took longer than ten minutes: begin it again'),
  LOGIN_USED: plain(410, 'This login is over, each is good once: begin another'),
  LOGIN_ELSEWHERE: plain(
    403,
    'This login was begun in another browser, or the cookie of this one is gone. It goes on only where it began: otherwise somebody could have you finish a login of theirs, and your account would be connected to theirs. Begin it again here',
  ),
  LOGIN_OF_ANOTHER: plain(
    403,
    'This login was begun by somebody else than who is signed in now: sign in as the one who began it, or begin it again',
  ),
  LOGIN_FROM_ELSEWHERE: plain(
    403,
    'A page of another site asked for this login, so it was not begun: go back to the page with your accounts and begin it there',
  ),
  LOGIN_ISSUER_MISMATCH: detailed<{ platform: string }>({
    status: 403,
    message: ({ platform }) =>
      `The answer to this login did not come from the ${platform} server at which it was begun, so nothing was connected: begin it again, and log in only at the server that you named`,
    details: platform,
  }),
  LOGIN_DENIED: detailed<{ platform: string }>({
    status: 403,
    message: ({ platform }) => `The access was not allowed on ${platform}, so nothing was connected`,
    details: platform,
  }),
  LOGIN_REFUSED: detailed<{ platform: string; reason: string }>({
    status: 400,
    message: ({ platform, reason }) => `${platform} ended the login: ${reason}`,
    details: { ...platform, reason: 'what the platform said' },
  }),
  LOGIN_WITHOUT_ACCOUNT: detailed<{ platform: string }>({
    status: 400,
    message: ({ platform }) => `This login gives access to nothing on ${platform} that posts could go to`,
    details: platform,
  }),
  LOGIN_CHOICE_EMPTY: plain(400, 'Choose at least one account'),
} as const;
