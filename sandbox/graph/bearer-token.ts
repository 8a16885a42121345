import type { Grant } from '../grants.js';
import { secondsOf } from '../oauth/quirks.js';

/** How the Graph APIs give out a token. */
export const bearerToken = (grant: Grant) => ({
  access_token: grant.accessToken,
  token_type: 'bearer',
  expires_in: secondsOf(grant),
});
