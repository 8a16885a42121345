/** Errors of a login at a platform, worded for the person who logs in. */
import { detailed, pageOnly, plain } from './entry.js';

const platform = { platform: 'the platform' };

export const LOGIN_ENTRIES = {
  PLATFORM_NOT_CONFIGURED: detailed<{ platform: string }>({
    status: 400,
    message: ({ platform }) =>
      `${platform} is not configured: the operator of this service must register an app there first`,
    details: platform,
    enums: ['platform'],
  }),
  RETURN_ADDRESS_INVALID: plain(
    400,
    'The return address must belong to this service, or to a site that its operator allows',
  ),
  LOGIN_UNKNOWN: pageOnly(plain(404, 'Unknown login. Start again.')),
  LOGIN_EXPIRED: pageOnly(plain(410, 'This login has expired: it took longer than ten minutes. Start again.')),
  LOGIN_USED: pageOnly(plain(410, 'This login link has already been used. Start again.')),
  LOGIN_ELSEWHERE: pageOnly(
    plain(
      403,
      'This login was started in another browser, or its cookie is missing. It can only be finished in the browser where it was started: otherwise someone could trick you into connecting your account to theirs. Start again in this browser',
    ),
  ),
  LOGIN_OF_ANOTHER: pageOnly(
    plain(
      403,
      'This login was started by a different user than the one signed in now: sign in as that user, or start again',
    ),
  ),
  LOGIN_FROM_ELSEWHERE: pageOnly(
    plain(
      403,
      'This login was requested by a page of another site, so it was not started: go back to the page with your accounts and start it there',
    ),
  ),
  LOGIN_ISSUER_MISMATCH: pageOnly(
    detailed<{ platform: string }>({
      status: 403,
      message: ({ platform }) =>
        `The response to this login did not come from the ${platform} server where it was started, so nothing was connected: start again, and log in only at the server that you named`,
      details: platform,
    }),
  ),
  LOGIN_DENIED: pageOnly(
    detailed<{ platform: string }>({
      status: 403,
      message: ({ platform }) => `Access was denied on ${platform}, so nothing was connected`,
      details: platform,
    }),
  ),
  LOGIN_REFUSED: pageOnly(
    detailed<{ platform: string; reason: string }>({
      status: 400,
      message: ({ platform, reason }) => `${platform} ended the login: ${reason}`,
      details: { ...platform, reason: 'the platform’s message' },
    }),
  ),
  LOGIN_WITHOUT_ACCOUNT: pageOnly(
    detailed<{ platform: string }>({
      status: 400,
      message: ({ platform }) => `This login does not give access to any account on ${platform} that can be posted to`,
      details: platform,
    }),
  ),
  LOGIN_CHOICE_EMPTY: pageOnly(plain(400, 'Choose at least one account')),
} as const;
